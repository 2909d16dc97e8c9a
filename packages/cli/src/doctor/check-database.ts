import type { Finding } from '@drawbridge/room'
import type { ExaminedDatabase } from '@drawbridge/sdk/backup'
import type { Check } from './check.ts'
import { lookAtStore } from './look-at-store.ts'

/** A log larger than this is not being checkpointed: a long-lived reader prevents it. */
const longLogBytes = 268_435_456
/** A server that takes this long for nothing at all is slow with every call. */
const slowMs = 100

export const checkDatabase: Check = {
  name: 'database',
  look: async (surroundings) => {
    const { database, waitingFiles } = await lookAtStore(surroundings)
    if (database === undefined) {
      return { status: 'ok', message: 'None: store.kind is "files", so sessions are only stored as files.' }
    }
    switch (database.status) {
      case 'absent':
        return {
          status: 'ok',
          message: `None yet. ${database.name} will be created with the first data to store.`,
        }
      case 'unusable':
        return {
          status: 'fail',
          message: database.problem,
          advice: 'Until then nothing can be stored there.',
        }
      case 'opened':
        return judge(database, waitingFiles)
      default:
        return database satisfies never
    }
  },
}

function judge(database: ExaminedDatabase, waitingFiles: number): Finding {
  const { name, kind, schema, newestSchema, damage, unwritable, logBytes, latencyMs, server } = database
  if (damage !== undefined) {
    return {
      status: 'fail',
      message: `The database ${name} is damaged: ${damage}`,
      advice:
        'Move it away and restore a backup: drawbridge restore FOLDER --force. `sqlite3 FILE .recover` saves the readable part.',
    }
  }
  if (schema > newestSchema) {
    return {
      status: 'fail',
      message: `The database ${name} has schema ${schema}, made by a newer Drawbridge; this one knows up to ${newestSchema}.`,
      advice: 'Update Drawbridge, or restore a backup from before the newer one ran.',
    }
  }
  if (unwritable !== undefined) {
    return {
      status: 'fail',
      message: unwritable,
      advice: 'Until it can be written, calls that change something are refused.',
    }
  }
  const facts = [
    `${kind === 'sqlite' ? 'SQLite' : `PostgreSQL ${server?.version ?? ''}`}: ${name}`,
    schema < newestSchema ? `schema ${schema} of ${newestSchema}, migrated at the next use` : `schema ${schema}`,
    ...(kind === 'sqlite' ? ['whole'] : [`answers in ${latencyMs} ms`, `pgvector ${server?.vector}`]),
    ...(waitingFiles > 0 ? [`${waitingFiles} session files will be imported at the next recording`] : []),
  ]
  const message = `${facts.join('; ')}.`
  if (logBytes > longLogBytes) {
    return {
      status: 'warn',
      message: `${message} Its log has ${Math.round(logBytes / 1_048_576)} MiB.`,
      advice: 'A long-lived reader keeps the log from shrinking. Restart servers and MCP clients that use this home.',
    }
  }
  if (kind === 'postgres' && latencyMs > slowMs) {
    return {
      status: 'warn',
      message,
      advice: 'Each recorded call waits for it: move the server closer, or check its load.',
    }
  }
  return { status: 'ok', message }
}
