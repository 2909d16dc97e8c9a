import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { defined, escapeToOneLine } from '@drawbridge/core/base'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { createDrawbridge, type Drawbridge } from '@drawbridge/sdk'
import { formatKeyPath } from '@drawbridge/sdk/config'
import {
  applyPolicy,
  openPolicyEditor,
  type ParsedPolicy,
  type PolicyEditor,
  parsePolicy,
} from '@drawbridge/sdk/policy-draft'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { SessionFlags } from '../session/session-flags.ts'
import type { ChangeFlags } from './policy-change-flags.ts'

/** The options of `policy versions`. */
export interface VersionsFlags extends SessionFlags {
  readonly limit: string
  readonly json?: boolean
}

/** Lists who changed the policy of the database, newest first. */
export async function listVersions(flags: VersionsFlags, { output, diagnostics }: Io): Promise<void> {
  const limit = numberOf(flags.limit, '--limit')
  await using drawbridge = await open(flags)
  const versions = (await (await editorOf(drawbridge)).versions({ limit })).map(
    ({ version, setBy, setAt, note, changed, digest }) => ({
      ...{ version, by: setBy, at: new Date(setAt).toISOString(), note: note ?? null, digest },
      changed: changed.map(formatKeyPath),
    }),
  )
  if (flags.json === true) return void (await output.write(`${JSON.stringify({ versions })}\n`))
  if (versions.length === 0) return void (await diagnostics.write('Nobody changed the policy of the database yet.\n'))
  const lines = versions.map(({ version, by, at, note, changed }) => {
    const why = note === null ? '' : `  ${note}`
    return `${version}  ${at}  ${escapeToOneLine(`${by}${why}  (${changed.join(', ')})`)}\n`
  })
  await output.write(lines.join(''))
}

/** Makes the policy of a file that of the database. */
export async function applyFile(file: string, flags: ChangeFlags, io: Io): Promise<ExitCode> {
  requirePerson(io.environment, 'change the policy')
  const parsed = parsePolicy(textOf(file), file)
  await using drawbridge = await open(flags)
  return await change(drawbridge, async () => parsed, { flags, io, note: flags.note })
}

/** Makes what an earlier version said the policy of the database again. Tests stay as they are now. */
export async function revertTo(given: string, flags: ChangeFlags, io: Io): Promise<ExitCode> {
  requirePerson(io.environment, 'change the policy')
  const version = numberOf(given, 'The version')
  await using drawbridge = await open(flags)
  const find = async (editor: PolicyEditor) => {
    const found = await editor.version(version)
    if (found !== undefined) return { content: found.content }
    throw new DrawbridgeError('invalid_option', `There is no version ${version}. See: drawbridge policy versions`)
  }
  return await change(drawbridge, find, { flags, io, note: flags.note ?? `Back to version ${version}` })
}

async function change(
  drawbridge: Drawbridge,
  find: (editor: PolicyEditor) => Promise<ParsedPolicy>,
  { flags, io, note }: { readonly flags: ChangeFlags; readonly io: Io; readonly note: string | undefined },
): Promise<ExitCode> {
  const editor = await editorOf(drawbridge)
  const before = await editor.read()
  const { content, tests } = await find(editor)
  const isStale = flags.replaces !== undefined && numberOf(flags.replaces, '--replaces') !== before.version
  const application = {
    ...{ content, replaces: before.digest, setBy: userInfo().username, surface: 'terminal' as const },
    ...defined({ tests, note }),
  }
  const outcome = isStale
    ? ({ status: 'stale', current: before } as const)
    : await applyPolicy(editor, application, drawbridge.house)
  switch (outcome.status) {
    case 'applied': {
      const { current, changes } = outcome
      const told = changes.map(({ path, wider }) => ({ path: formatKeyPath(path), wider }))
      if (flags.json === true) await io.output.write(`${JSON.stringify({ version: current.version, changes: told })}\n`)
      else {
        const lines = told.map(({ path, wider }) => escapeToOneLine(`  ${path}${wider ? '  (may allow more)' : ''}`))
        await io.output.write(`The policy of the database is version ${current.version} now.\n${linesOf(lines)}`)
      }
      return exitCodes.ok
    }
    case 'stale':
      await io.diagnostics.write(
        `drawbridge: Nothing was changed. The policy of the database is version ${outcome.current.version} now: see drawbridge policy versions\n`,
      )
      return exitCodes.failed
    case 'faulty':
      await io.diagnostics.write(
        `drawbridge: Nothing was changed.\n${linesOf(outcome.problems.map(({ place, message }) => `  ${place}: ${escapeToOneLine(message)}`))}`,
      )
      return exitCodes.failed
    default:
      return outcome satisfies never
  }
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function open({ workspace, home, config }: SessionFlags): Promise<Drawbridge> {
  return createDrawbridge({
    ...defined({ workspace, home, configFile: config }),
    record: 'database',
    sandbox: { inspectOnly: true },
  })
}

async function editorOf({ house, home, workspace, registry }: Drawbridge): Promise<PolicyEditor> {
  return openPolicyEditor({ database: await house.database.obtain(), home, workspace, registry, clock: house.clock })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new DrawbridgeError('invalid_option', `The policy cannot be read: ${errorMessage(error)}`)
  }
}

function numberOf(given: string, what: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new DrawbridgeError('invalid_option', `${what} is a number, not ${JSON.stringify(given)}.`)
}
