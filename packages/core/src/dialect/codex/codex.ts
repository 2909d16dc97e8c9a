import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { secondsOf } from '../shapes.ts'
import { todoList, todoUse } from '../todo-shapes.ts'
import { envelopeIn, envelopeUse } from './codex-patch.ts'

const longestMs = 1_800_000
const timeout = field
  .int()
  .min(1)
  .max(longestMs)
  .optional()
  .describe('The command is stopped after this time, in milliseconds.')
const workdir = field
  .string()
  .min(1)
  .default('.')
  .describe('Folder to run in; absolute, or relative to the working folder.')

/** Reasons that a model gives for a question; a person is asked by the rules of the operator. */
const notes = ['justification', 'login'] as const

const shells: ReadonlySet<unknown> = new Set(['bash', 'sh', 'zsh'])

/** True for arguments that run one command line in a login shell, which runs the person's profile first: as Codex writes them. */
function isLoginShell(argv: unknown): argv is readonly string[] {
  return Array.isArray(argv) && argv.length === 3 && shells.has(argv[0]) && argv[1] === '-lc'
}

/** `runtime.run_command` with its time limit in milliseconds. */
const program: OwnShape = {
  schema: field.object({
    command: field
      .array(field.string())
      .min(1)
      .describe('The program and its arguments; a shell command line as ["bash", "-lc", "…"].'),
    workdir,
    timeout_ms: timeout,
  }),
  ignored: notes,
  // Profiles are left out, so that the command line alone decides what happens.
  toCanonical: ({ command, workdir: cwd, timeout_ms: limit }) =>
    defined({
      argv: isLoginShell(command) ? [command[0], '-c', command[2]] : command,
      cwd,
      contained: true,
      timeout_seconds: limit === undefined ? undefined : secondsOf(limit),
    }),
  fromCanonical: ({ argv, cwd, contained, timeout_seconds: seconds, ...rest }) =>
    contained !== true || isLoginShell(argv) || Object.keys(rest).length > 0
      ? undefined
      : defined({
          command: argv,
          workdir: cwd,
          timeout_ms: seconds === undefined ? undefined : Number(seconds) * 1_000,
        }),
  places: { argv: 'command', cwd: 'workdir', timeout_seconds: 'timeout_ms' },
}

/** `runtime.exec` with its time limit in milliseconds, in the foreground. */
const commandLine: OwnShape = {
  schema: field.object({
    command: field.string().min(1).max(65_536).describe('The command line, e.g. "npm test 2>&1 | tail -20".'),
    workdir,
    timeout_ms: timeout,
  }),
  ignored: notes,
  accepted: { cmd: 'command' },
  toCanonical: ({ command, workdir: folder, timeout_ms: limit }) =>
    defined({
      command,
      workdir: folder,
      timeout_seconds: limit === undefined ? undefined : secondsOf(limit),
      background: false,
      contained: true,
    }),
  fromCanonical: ({ command, workdir: folder, timeout_seconds: seconds, background, contained, ...rest }) =>
    background !== false || contained !== true || Object.keys(rest).length > 0
      ? undefined
      : defined({
          command,
          workdir: folder,
          timeout_ms: seconds === undefined ? undefined : Number(seconds) * 1_000,
        }),
  places: { timeout_seconds: 'timeout_ms' },
}

/** The tools as Codex names them. */
export const codexDialect: Dialect = defineDialect({
  name: 'codex',
  tools: [
    { canonical: 'runtime.run_command', name: 'shell', parameters: program, aliases: ['container.exec'] },
    { canonical: 'runtime.exec', name: 'shell_command', parameters: commandLine, aliases: ['exec_command'] },
    {
      canonical: 'fs.read_file',
      name: 'read_file',
      description:
        'Reads a text file by lines, each with its number before it, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Starts at offset and returns up to limit lines; when the result says that more follows, call again with the line that it names as offset.',
      parameters: {
        names: { path: 'file_path', start_line: 'offset', max_lines: 'limit' },
        implied: { line_numbers: true, cells: true },
      },
      aliases: [
        {
          name: 'view_image',
          parameters: { implied: { start_line: 1, max_lines: 200, line_numbers: false, cells: true } },
        },
      ],
    },
    {
      canonical: 'fs.apply_patch',
      name: 'apply_patch',
      description: envelopeUse,
      parameters: envelopeIn('input'),
    },
    { canonical: 'fs.list_files', name: 'list_dir', parameters: { names: { path: 'dir_path' } } },
    {
      canonical: 'fs.search',
      name: 'grep_files',
      parameters: { names: { query: 'pattern', glob: 'include' } },
    },
    { canonical: 'web.search', name: 'web_search' },
    { canonical: 'ask.user', name: 'request_user_input' },
    {
      canonical: 'todo.write',
      name: 'update_plan',
      description: todoUse,
      parameters: todoList({
        list: 'plan',
        text: 'step',
        statuses: ['pending', 'in_progress', 'completed'],
        ignored: ['explanation'],
      }),
    },
    {
      canonical: 'agent.spawn',
      name: 'spawn_agent',
      parameters: { names: { task: 'message', definition: 'agent_type' } },
    },
  ],
})
