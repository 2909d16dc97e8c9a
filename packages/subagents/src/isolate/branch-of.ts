import type { ChildRecord } from '../record/child-record.ts'

const longestWords = 40
const idCharacters = 8

/** Returns the branch for the work of a child: its label in the characters that every branch may have, and the beginning of its id. */
export function branchOf({ id, label }: Pick<ChildRecord, 'id' | 'label'>): string {
  const words = label
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestWords)
    .replaceAll(/^-+|-+$/g, '')
  const own = id.replace(/^sub_/, '').slice(0, idCharacters)
  return `drawbridge/${words === '' ? 'child' : words}-${own}`
}
