import type { DatabaseKind } from '@drawbridge/store/database'

/** Makes the text of a statement that asks whether a column is one of the texts in a parameter: a JSON array. */
export function withTexts(
  parameter: `$${number}`,
  text: (isGiven: string) => string,
): Readonly<Record<DatabaseKind, string>> {
  return {
    sqlite: text(`in (select value from json_each(${parameter}))`),
    // As an array, so that PostgreSQL looks each one up, however many rows it thinks there are.
    postgres: text(`= any (array(select value from json_array_elements_text(${parameter}::json) as given (value)))`),
  }
}
