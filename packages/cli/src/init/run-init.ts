import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessage } from '@drawbridge/core'
import { quoteWord } from '@drawbridge/core/base'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { configFileName, operatorFileOf } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { SessionFlags } from '../session/session-flags.ts'
import { askChoices, type GivenAnswers, withDefaults } from './ask-choices.ts'
import type { StartingAnswers } from './starting-choices.ts'
import { operatorConfiguration, projectConfiguration } from './starting-configuration.ts'
import { askModel, keyAdvice, readStartingModel, type StartingModel } from './starting-model.ts'

export interface InitFlags extends Pick<SessionFlags, 'home' | 'workspace' | 'config'>, GivenAnswers {
  readonly model?: string
  readonly modelUrl?: string
  readonly project?: boolean
  readonly json?: boolean
}

interface Written {
  readonly file: string
  readonly kind: 'operator' | 'project'
  /** Command lines, the first one first. */
  readonly next: readonly string[]
}

/** Writes a first configuration with comments and says what comes next. Never overwrites one. */
export async function runInit(flags: InitFlags, io: Io): Promise<ExitCode> {
  requirePerson(io.environment, 'write a configuration')
  return flags.project === true ? initProject(flags, io) : initOperator(flags, io)
}

async function initOperator(flags: InitFlags, io: Io): Promise<ExitCode> {
  const file = operatorFileOf({ home: resolveHome({ flag: flags.home, env: io.environment }), config: flags.config })
  const answers = await answersOf(flags, io)
  const model = answers?.model
  if (answers === undefined) {
    await io.diagnostics.write('\nNothing was written.\n')
    return exitCodes.cancelled
  }
  const written: Written = {
    file,
    kind: 'operator',
    next: [
      'drawbridge doctor',
      'drawbridge policy tools',
      ...(model === undefined ? [] : ['drawbridge models test']),
    ].map((line) => `${line}${placeFlags(flags)}`),
  }
  const { profile, mode, sandbox } = answers.choices
  const meaning = `Profile ${profile}, mode ${mode}, sandbox ${sandbox}. The settings apply to every workspace; a project can only narrow them.${model === undefined ? '' : `\n${keyAdvice(model)}`}`
  return write(written, operatorConfiguration(answers.choices, model), meaning, flags, io)
}

async function initProject(flags: InitFlags, io: Io): Promise<ExitCode> {
  const file = join(resolveWorkspace(flags.workspace), configFileName)
  const written: Written = {
    file,
    kind: 'project',
    next: [`drawbridge policy check --project ${quoteWord(file)}`, 'drawbridge config explain'],
  }
  const meaning =
    'It sets nothing yet. Settings in it apply to everyone who works on this project, and can only narrow.'
  return write(written, projectConfiguration(), meaning, flags, io)
}

/** Asks only a person at a terminal, and only for what no flag says. */
async function answersOf(flags: InitFlags, io: Io): Promise<InitAnswers | undefined> {
  const { model: _, modelUrl: _url, ...given } = flags
  const model = readStartingModel(flags.model, flags.modelUrl)
  using terminal = flags.json === true ? undefined : io.openTerminal({ inputIsData: false })
  if (terminal === undefined) return { choices: withDefaults(given), model }
  using interrupted = io.catchInterrupts()
  const choices = await askChoices(given, terminal, interrupted.signal)
  if (choices === undefined || model !== undefined) return choices && { choices, model }
  const asked = await askModel(terminal, interrupted.signal)
  return asked && { choices, model: asked.model }
}

interface InitAnswers {
  readonly choices: StartingAnswers
  readonly model: StartingModel | undefined
}

async function write(
  written: Written,
  text: string,
  meaning: string,
  { json }: InitFlags,
  { output, diagnostics }: Io,
): Promise<ExitCode> {
  const { file, next } = written
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { flag: 'wx', mode: written.kind === 'operator' ? 0o600 : 0o644 })
  } catch (error) {
    await diagnostics.write(`drawbridge: ${whyNotWritten(error, written)}\n`)
    return exitCodes.failed
  }
  if (json === true) await output.write(`${JSON.stringify(written)}\n`)
  else await output.write(`Wrote ${file}.\n${meaning}\n\nNext:\n${next.map((line) => `  ${line}\n`).join('')}`)
  return exitCodes.ok
}

function whyNotWritten(error: unknown, { file, kind }: Written): string {
  const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  if (!exists) return `${file} cannot be written: ${errorMessage(error)}`
  const project = kind === 'project' ? '--project ' : ''
  return `${file} exists and was left as it is. Check it with: drawbridge policy check ${project}${quoteWord(file)}`
}

/** Repeats the flags that say where the configuration is. */
function placeFlags({ home, config }: InitFlags): string {
  const words = [...(home === undefined ? [] : ['--home', home]), ...(config === undefined ? [] : ['--config', config])]
  return words.map((word) => ` ${quoteWord(word)}`).join('')
}
