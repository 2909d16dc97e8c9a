import { defined } from '../base/defined.ts'
import { field } from '../schema/field.ts'
import { envelopeIn, envelopeUse } from './codex/codex-patch.ts'
import { defineDialect } from './define-dialect.ts'
import type { Dialect } from './dialect.ts'
import type { OwnShape } from './dialect-tool.ts'
import { secondsOf, singleEdit } from './shapes.ts'
import { todoList, todoUse } from './todo-shapes.ts'

/** `runtime.exec` with its time limit in milliseconds, in the foreground. */
const bash: OwnShape = {
  schema: field.object({
    command: field.string().min(1).max(65_536).describe('The command line, e.g. "npm test 2>&1 | tail -20".'),
    timeout: field
      .int()
      .min(1)
      .max(1_800_000)
      .optional()
      .describe('The command is stopped after this time, in milliseconds.'),
    workdir: field
      .string()
      .min(1)
      .default('.')
      .describe('Folder to run in; absolute, or relative to the working folder.'),
  }),
  ignored: ['description'],
  toCanonical: ({ command, timeout, workdir }) =>
    defined({
      command,
      workdir,
      timeout_seconds: timeout === undefined ? undefined : secondsOf(timeout),
      background: false,
      contained: true,
    }),
  fromCanonical: ({ command, workdir, timeout_seconds: seconds, background, contained, ...rest }) =>
    background !== false || contained !== true || Object.keys(rest).length > 0
      ? undefined
      : defined({ command, timeout: seconds === undefined ? undefined : Number(seconds) * 1_000, workdir }),
  places: { timeout_seconds: 'timeout' },
}

const formats: Readonly<Record<string, string>> = { markdown: 'markdown', text: 'text', html: 'raw' }
const shownFormats = new Map(Object.entries(formats).map(([shown, canonical]) => [canonical, shown]))

const fetchPage: OwnShape = {
  schema: field.object({
    url: field.string().min(1).max(8_192).describe('Absolute http or https URL.'),
    format: field
      .enum(['markdown', 'text', 'html'])
      .default('markdown')
      .describe('markdown or text of the readable part; html is the unchanged source.'),
    max_chars: field.int().min(100).max(100_000).default(30_000).describe('Maximum number of characters to return.'),
  }),
  toCanonical: ({ format, ...same }) => ({ ...same, mode: formats[String(format)] }),
  fromCanonical: ({ mode, ...same }) => ({ ...same, format: shownFormats.get(String(mode)) }),
  places: { mode: 'format' },
}

/** The tools as opencode names them. */
export const opencodeDialect: Dialect = defineDialect({
  name: 'opencode',
  tools: [
    {
      canonical: 'fs.read_file',
      name: 'read',
      description:
        'Reads a text file by lines, each with its number before it, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Starts at offset and returns up to limit lines; when the result says that more follows, call again with the line that it names as offset.',
      parameters: {
        names: { path: 'filePath', start_line: 'offset', max_lines: 'limit' },
        implied: { line_numbers: true, cells: true },
      },
    },
    {
      canonical: 'fs.write_file',
      name: 'write',
      description:
        'Writes a file with the given content. A file that exists is replaced. To change part of one use edit.',
      parameters: { names: { path: 'filePath' }, implied: { overwrite: true, append: false, create_dirs: true } },
    },
    {
      canonical: 'fs.edit',
      name: 'edit',
      description:
        'Replaces text in a file: oldString, which must match exactly one place, with newString. With replaceAll every occurrence. With an empty oldString it creates the file.',
      parameters: singleEdit({ path: 'filePath', old: 'oldString', new: 'newString', all: 'replaceAll' }),
    },
    {
      canonical: 'fs.apply_patch',
      name: 'apply_patch',
      description: envelopeUse,
      parameters: envelopeIn('patchText'),
    },
    { canonical: 'fs.glob', name: 'glob' },
    { canonical: 'fs.search', name: 'grep', parameters: { names: { query: 'pattern', glob: 'include' } } },
    { canonical: 'fs.list_files', name: 'list', parameters: { implied: { ignore: true } } },
    {
      canonical: 'runtime.exec',
      name: 'bash',
      description: 'Runs a shell command line (bash) and returns exit code and output.',
      parameters: bash,
    },
    { canonical: 'web.fetch', name: 'webfetch', parameters: fetchPage },
    { canonical: 'web.search', name: 'websearch', parameters: { names: { count: 'numResults' } } },
    { canonical: 'ask.user', name: 'question' },
    {
      canonical: 'todo.write',
      name: 'todowrite',
      description: todoUse,
      parameters: todoList({
        list: 'todos',
        text: 'content',
        statuses: ['pending', 'in_progress', 'completed', 'cancelled'],
        also: ['id', 'priority'],
      }),
    },
    { canonical: 'todo.read', name: 'todoread' },
    {
      canonical: 'agent.spawn',
      name: 'task',
      parameters: { names: { task: 'prompt', label: 'description', definition: 'subagent_type' } },
    },
    { canonical: 'skill.use', name: 'skill' },
  ],
})
