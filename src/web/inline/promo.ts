// Is beside the offer's dialog; where the application leads to the home page, the dialog's effect takes its place.
import { offerPromo } from "./offer-promo.ts";

offerPromo();
