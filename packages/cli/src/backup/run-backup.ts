import { escapeToOneLine } from '@drawbridge/core/base'
import { backUpHome, type Manifest } from '@drawbridge/sdk/backup'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { ExitCode } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { BackupFlags } from './backup-flags.ts'
import { countsOf, sizeOf, summaryOf } from './backup-summary.ts'
import { withInterrupts } from './with-interrupts.ts'

/** Backs up the home of the flags. */
export function runBackup(
  folder: string,
  flags: BackupFlags & { readonly includeKey?: boolean },
  io: Io,
): Promise<ExitCode> {
  const { output, diagnostics, environment } = io
  return withInterrupts(io, async (signal) => {
    const home = resolveHome({ flag: flags.home, env: environment })
    const includeKey = flags.includeKey === true
    const made = await backUpHome({ home, environment, config: flags.config, folder, includeKey, signal })
    const { manifest, leftOut } = made
    if (flags.json === true) {
      return output.write(`${JSON.stringify({ folder: made.folder, ...summaryOf(manifest), leftOut })}\n`)
    }
    await output.write(`Backed up to ${made.folder}: ${countsOf(manifest)}, ${sizeOf(manifest)}.\n`)
    if (leftOut.length > 0) {
      await diagnostics.write(`Left out: ${leftOut.map((name) => escapeToOneLine(name)).join(', ')}\n`)
    }
    if (keepsSecrets(manifest)) await diagnostics.write(manifest.includesKey ? plaintext : withoutKey)
  })
}

const plaintext =
  'The backup contains the key: anyone who can read this folder can read every secret. Keep it as safe as the secrets themselves.\n'
const withoutKey =
  'The backup does not contain the key, so no one can read the secrets with it alone. Keep the key elsewhere: without it the secrets are lost.\n'

function keepsSecrets({ database }: Manifest): boolean {
  const tables = ['config_secrets', 'secure_cli_binaries']
  return database?.tables.some(({ name, rows }) => rows > 0 && tables.includes(name)) ?? false
}
