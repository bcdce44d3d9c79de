import type { LegalParty, RentalFacts } from "#domain/documents/parties.ts";

/** Who issues a document, and the names in it. */
export const documentParties = (
  wanted: Partial<RentalFacts> = {},
): { business: LegalParty; rental: RentalFacts } => ({
  business: {
    name: "Longbay Rentals LLC",
    address: "1 Market Street, San Francisco, CA 94105",
    phone: "+1 (650) 555-0142",
    taxNumber: "12-3456789",
  },
  rental: {
    renterAddress: "2 Elm Street, San Jose, CA 95112",
    drivers: [],
    plate: "8ABC123",
    vin: "4T1B11HK0KU123456",
    place: "1 Ferry Building, San Francisco",
    pickupDate: "2026-12-01",
    returnDate: "2027-12-01",
    cover: { isIncluded: true, limits: { person: 30_000, accident: 60_000 } },
    dailyInsurance: 1500,
    ...wanted,
  },
});
