/** Milliseconds since the Unix epoch as a PostgreSQL server has them, in its words: the same for every node, whatever its own clock says. */
export const serverTime = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
