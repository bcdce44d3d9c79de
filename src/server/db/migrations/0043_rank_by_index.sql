-- Planned while the table was small, the look for the last rank of a body read the whole table: adding many cars in one
-- statement took a time with the square of their number.
ALTER FUNCTION "rank_car"() SET enable_seqscan = off SET enable_bitmapscan = off;
