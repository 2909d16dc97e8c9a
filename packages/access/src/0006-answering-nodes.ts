import type { Migration } from '@drawbridge/store/database'

/** The node that works on a keyed request: what a node that has ended left is not running any more. */
export const migration: Migration = ({ text }) => [`alter table gateway_answers add column node ${text}`]
