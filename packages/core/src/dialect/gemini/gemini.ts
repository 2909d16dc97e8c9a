import { defineDialect } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import { singleEdit } from '../shapes.ts'
import { todoList, todoUse } from '../todo-shapes.ts'
import { geminiAsk } from './gemini-ask.ts'
import { geminiRead } from './gemini-read.ts'

/** The tools as Gemini CLI names them. */
export const geminiDialect: Dialect = defineDialect({
  name: 'gemini',
  tools: [
    {
      canonical: 'fs.read_file',
      name: 'read_file',
      description:
        'Reads a text file by lines, in any usual encoding, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Returns the lines from start_line to end_line; when the result says that more follows, call again with the start_line it names.',
      parameters: geminiRead,
    },
    {
      canonical: 'fs.write_file',
      name: 'write_file',
      description:
        'Writes a file with the given content. A file that exists is replaced. To change part of one use replace.',
      parameters: {
        names: { path: 'file_path' },
        accepted: { absolute_path: 'path' },
        implied: { overwrite: true, append: false, create_dirs: true },
      },
    },
    {
      canonical: 'fs.edit',
      name: 'replace',
      description:
        'Replaces text in a file: old_string, which must match exactly one place, with new_string. With allow_multiple every occurrence. With an empty old_string it creates the file.',
      parameters: singleEdit(
        {
          path: 'file_path',
          old: 'old_string',
          new: 'new_string',
          all: 'allow_multiple',
          instruction: 'instruction',
        },
        { accepted: { absolute_path: 'file_path' } },
      ),
    },
    {
      canonical: 'fs.glob',
      name: 'glob',
      parameters: {
        names: { path: 'dir_path', ignore: 'respect_git_ignore' },
        ignored: ['respect_gemini_ignore'],
      },
    },
    {
      canonical: 'fs.search',
      name: 'grep_search',
      parameters: {
        names: { query: 'pattern', path: 'dir_path', glob: 'include_pattern', limit: 'total_max_matches' },
        accepted: { include: 'glob' },
      },
      aliases: ['search_file_content'],
    },
    {
      canonical: 'fs.list_files',
      name: 'list_directory',
      parameters: { names: { path: 'dir_path', ignore: 'respect_git_ignore' } },
    },
    {
      canonical: 'runtime.exec',
      name: 'run_shell_command',
      parameters: {
        names: { workdir: 'dir_path', background: 'is_background' },
        accepted: { directory: 'workdir' },
        ignored: ['description'],
      },
    },
    { canonical: 'web.fetch', name: 'web_fetch' },
    { canonical: 'web.search', name: 'google_web_search' },
    { canonical: 'ask.user', name: 'ask_user', parameters: geminiAsk },
    {
      canonical: 'todo.write',
      name: 'write_todos',
      description: todoUse,
      parameters: todoList({
        list: 'todos',
        text: 'description',
        statuses: ['pending', 'in_progress', 'completed', 'cancelled'],
      }),
    },
    { canonical: 'memory.save', name: 'save_memory' },
    { canonical: 'skill.use', name: 'activate_skill' },
  ],
})
