import type { Manifest } from '@drawbridge/sdk/backup'

/** Returns the contents of a backup, for the output of both commands. */
export function summaryOf({ createdAt, database, includesKey, files }: Manifest) {
  return {
    createdAt,
    database: database && {
      kind: database.kind,
      schema: database.migrations.length,
      tables: Object.fromEntries(database.tables.map(({ name, rows }) => [name, rows])),
    },
    files: files.length,
    bytes: bytesOf(files),
    includesKey,
  }
}

export function countsOf({ database, files }: Manifest): string {
  const rows = database?.tables.reduce((sum, table) => sum + table.rows, 0) ?? 0
  const tables = database === null ? 'no database' : `${database.tables.length} tables with ${rows} rows`
  const count = files.filter(({ path }) => path.startsWith('home/')).length
  return `${tables}, ${count === 1 ? '1 file' : `${count} files`}`
}

export function sizeOf({ files }: Manifest): string {
  return `${(bytesOf(files) / 1_048_576).toFixed(1)} MiB`
}

function bytesOf(files: Manifest['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
