/** What a renter reports of a running rental: each reaches the back office and the car's host at once. */
export const incidentKinds = ["accident", "breakdown"] as const;
export type IncidentKind = (typeof incidentKinds)[number];
