/** The size of a first page; larger than needed does no harm. */
export const firstPageSize = 10

const mostRows = 200
const aboutCharacters = 4_194_304

/** Returns the number of rows to read next, from the size of the last ones: many small rows at a time, few large ones. */
export function nextPageSize(contents: readonly string[]): number {
  const characters = contents.reduce((sum, content) => sum + content.length, 0)
  return Math.max(1, Math.min(mostRows, Math.floor((aboutCharacters * contents.length) / Math.max(1, characters))))
}
