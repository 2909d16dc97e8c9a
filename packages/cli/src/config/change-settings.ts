import { errorMessage } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { resolveHome } from '@drawbridge/sdk'
import {
  formatKeyPath,
  formatProblem,
  openStoredConfiguration,
  parseKeyPath,
  type StoredConfiguration,
} from '@drawbridge/sdk/config'
import { secretNames } from '@drawbridge/sdk/secrets'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import type { SettingFlags } from './setting-flags.ts'

/** Keeps a setting in the database, if the configuration is sound with it. */
export async function setSetting(path: string, value: string, flags: SettingFlags, io: Io): Promise<void> {
  requirePerson(io.environment, 'change settings')
  const keys = parseKeyPath(path)
  const read = readValue(value)
  await using settings = open(flags, io)
  const warnings = await settings.set(keys, read)
  await io.diagnostics.write(warnings.map((warning) => `drawbridge: ${formatProblem(warning)}\n`).join(''))
  const shown = formatKeyPath(keys)
  if (flags.json === true) await io.output.write(`${JSON.stringify({ path: shown, value: read })}\n`)
  else await io.output.write(`Set ${shown} to ${escapeToOneLine(JSON.stringify(read))}.\n`)
}

/** Removes a setting of the database, with all below it. */
export async function unsetSetting(path: string, flags: SettingFlags, io: Io): Promise<ExitCode> {
  requirePerson(io.environment, 'change settings')
  const keys = parseKeyPath(path)
  await using settings = open(flags, io)
  const removed = await settings.unset(keys)
  const shown = formatKeyPath(keys)
  if (flags.json === true) await io.output.write(`${JSON.stringify({ path: shown, removed })}\n`)
  else if (removed) await io.output.write(`Removed ${shown}.\n`)
  else await io.diagnostics.write(`The database has no setting ${shown}. Run \`drawbridge config list\` to see them.\n`)
  return removed ? exitCodes.ok : exitCodes.failed
}

/** Lists the settings of the database, with who set each and when. */
export async function listSettings(flags: SettingFlags, io: Io): Promise<void> {
  await using settings = open(flags, io)
  const found = (await settings.list()).map(({ path, value, setBy, setAt }) => {
    return { path: formatKeyPath(path), value, setBy, setAt: new Date(setAt).toISOString() }
  })
  if (flags.json === true) await io.output.write(`${JSON.stringify({ settings: found })}\n`)
  else if (found.length === 0) await io.diagnostics.write('The database has no settings.\n')
  else {
    const lines = found.map(
      ({ path, value, setBy, setAt }) =>
        `${escapeToOneLine(`${path}  ${JSON.stringify(value)}  (${setBy}, ${setAt})`)}\n`,
    )
    await io.output.write(lines.join(''))
  }
}

function open({ home, config }: SettingFlags, { environment }: Io): StoredConfiguration {
  const sources = { home: resolveHome({ flag: home, env: environment }), config, environment }
  return openStoredConfiguration({ ...sources, secrets: secretNames(sources) })
}

/** JSON, or a plain word that needs no quotes. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/^\s*["[{]/.test(text)) return text
    throw new UsageError(
      `The value is not JSON: ${errorMessage(error)}. Put it in single quotes, so that your shell does not change it.`,
    )
  }
}
