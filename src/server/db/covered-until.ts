/** SQL over `insurance_proofs`: a verified proof of the order in question. */
const isVerified = (alias: string): string => `${alias}.order_id = orders.id and ${alias}.state = 'verified'`;

/**
 * SQL over `orders`: the last day to which verified proofs cover the rental, as `coveredUntil` of the domain says;
 * null where not even the pickup day is covered. It is the first end after which no other proof goes on.
 */
export const coveredUntil = `(select min(proof.valid_until) from insurance_proofs proof
  where ${isVerified("proof")} and proof.valid_until >= orders.pickup_date
    and exists (select from insurance_proofs first where ${isVerified("first")}
      and orders.pickup_date between first.valid_from and first.valid_until)
    and not exists (select from insurance_proofs next where ${isVerified("next")}
      and next.valid_from <= proof.valid_until + 1 and next.valid_until > proof.valid_until))`;

/** SQL over `orders`: a verified proof has ended before the rental does, and no other covers its day. */
export const isUninsuredOn = (day: string): string =>
  `(exists (select from insurance_proofs ended where ${isVerified("ended")} and ended.valid_until < least(${day}, orders.return_date))
    and coalesce(${coveredUntil}, '-infinity') < least(${day}, orders.return_date))`;
