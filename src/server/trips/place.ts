/** Where the images of condition records are kept. */
export const conditionsPlace = "conditions";
