import pg from 'pg'

/** PostgreSQL's numbers of the types that `pg` reads differently than SQLite gives them. */
const types = { bytea: 17, int8: 20, numeric: 1700 } as const

/** Reads values into what SQLite gives for the same: numbers and plain bytes. */
export const readValues: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(type, 'binary')
    switch (type) {
      case types.int8:
        return readInteger
      case types.numeric:
        return Number
      case types.bytea:
        return (text: string) => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'))
      default:
        return pg.types.getTypeParser(type, 'text')
    }
  },
}

function readInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is too large for a JavaScript number.`)
}
