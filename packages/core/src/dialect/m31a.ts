import { defineDialect } from './define-dialect.ts'
import type { Dialect } from './dialect.ts'
import { singleEdit } from './shapes.ts'
import { todoList, todoUse } from './todo-shapes.ts'

/** The tools as M31 Autonomous names them. */
export const m31aDialect: Dialect = defineDialect({
  name: 'm31a',
  tools: [
    {
      canonical: 'runtime.exec',
      name: 'Bash',
      parameters: { names: { timeout_seconds: 'timeout' } },
    },
    {
      canonical: 'fs.read_file',
      name: 'FileRead',
      description:
        'Reads a text file by lines, each with its number before it, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Starts at offset and returns up to limit lines; when the result says that more follows, call again with the line that it names as offset.',
      parameters: {
        names: { start_line: 'offset', max_lines: 'limit' },
        implied: { line_numbers: true, cells: true },
      },
    },
    {
      canonical: 'fs.write_file',
      name: 'FileWrite',
      description:
        'Writes a file with the given content. A file that exists is replaced. To change part of one use Edit.',
      parameters: { implied: { overwrite: true, append: false, create_dirs: true } },
    },
    {
      canonical: 'fs.edit',
      name: 'Edit',
      description:
        'Replaces text in a file: old_string, which must match exactly one place, with new_string. With allow_multiple every occurrence. With an empty old_string it creates the file.',
      parameters: singleEdit(
        { path: 'path', old: 'old_string', new: 'new_string', all: 'allow_multiple' },
        { accepted: { replace_all: 'allow_multiple' } },
      ),
    },
    { canonical: 'fs.glob', name: 'Glob', parameters: { names: { limit: 'max_results' } } },
    {
      canonical: 'fs.search',
      name: 'Grep',
      parameters: {
        names: { query: 'pattern', glob: 'include', limit: 'max_results' },
      },
    },
    { canonical: 'fs.delete', name: 'FileDelete' },
    { canonical: 'fs.move', name: 'FileMove', parameters: { accepted: { source: 'from', destination: 'to' } } },
    { canonical: 'fs.list_files', name: 'FileList' },
    { canonical: 'code.map', name: 'CodeMap' },
    { canonical: 'web.fetch', name: 'WebFetch' },
    { canonical: 'web.search', name: 'WebSearch' },
    {
      canonical: 'todo.write',
      name: 'TodoWrite',
      description: todoUse,
      parameters: todoList({
        list: 'todos',
        text: 'content',
        statuses: ['pending', 'in_progress', 'completed'],
        also: ['id', 'priority'],
        dropped: ['activeForm'],
      }),
    },
    { canonical: 'ask.user', name: 'AskUserQuestion' },
    { canonical: 'agent.spawn', name: 'Agent' },
  ],
})
