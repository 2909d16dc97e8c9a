import { field } from '../../schema/field.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { singleEdit } from '../shapes.ts'
import { todoList, todoUse } from '../todo-shapes.ts'
import { claudeAsk } from './claude-ask.ts'
import { claudeBash } from './claude-bash.ts'
import { claudeGrep } from './claude-grep.ts'
import { claudeMultiEdit } from './claude-multi-edit.ts'

/** The tools as Claude Code names them. */
export const claudeDialect: Dialect = defineDialect({
  name: 'claude',
  tools: [
    {
      canonical: 'fs.read_file',
      name: 'Read',
      description:
        'Reads a text file by lines, each with its number before it, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Starts at offset and returns up to limit lines; when the result says that more follows, call again with the line that it names as offset.',
      parameters: {
        names: { path: 'file_path', start_line: 'offset', max_lines: 'limit' },
        implied: { line_numbers: true, cells: true },
      },
    },
    {
      canonical: 'fs.write_file',
      name: 'Write',
      description:
        'Writes a file with the given content. A file that exists is replaced. To change part of one use Edit.',
      parameters: { names: { path: 'file_path' }, implied: { overwrite: true, append: false, create_dirs: true } },
    },
    {
      canonical: 'fs.edit',
      name: 'Edit',
      description:
        'Replaces text in a file: old_string, which must match exactly one place, with new_string. With replace_all every occurrence. With an empty old_string it creates the file.',
      parameters: singleEdit({
        path: 'file_path',
        old: 'old_string',
        new: 'new_string',
        all: 'replace_all',
      }),
      aliases: [{ name: 'MultiEdit', parameters: claudeMultiEdit }],
    },
    { canonical: 'fs.glob', name: 'Glob' },
    {
      canonical: 'fs.search',
      name: 'Grep',
      description:
        'Searches the content of files for a regular expression and returns the names of files, matching lines or counts. Omits files that the call may not see, such as files with credentials, without counting them. To find files by name use Glob.',
      parameters: claudeGrep,
    },
    { canonical: 'fs.list_files', name: 'LS', parameters: { implied: { ignore: true } } },
    {
      canonical: 'runtime.exec',
      name: 'Bash',
      description:
        'Runs a shell command line (bash) and returns exit code and output. With run_in_background it continues after the call.',
      parameters: claudeBash,
    },
    {
      canonical: 'runtime.process',
      aliases: [
        { name: 'BashOutput', parameters: pollProcess('bash_id') },
        { name: 'KillShell', parameters: stopProcess('shell_id') },
        { name: 'KillBash', parameters: stopProcess('shell_id') },
        { name: 'TaskOutput', parameters: pollProcess('task_id') },
        { name: 'TaskStop', parameters: stopProcess('task_id') },
      ],
    },
    { canonical: 'web.fetch', name: 'WebFetch', parameters: { ignored: ['prompt'] } },
    { canonical: 'web.search', name: 'WebSearch' },
    { canonical: 'ask.user', name: 'AskUserQuestion', parameters: claudeAsk },
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
    {
      canonical: 'agent.spawn',
      name: 'Task',
      aliases: ['Agent'],
      parameters: { names: { task: 'prompt', label: 'description', definition: 'subagent_type' } },
    },
    { canonical: 'skill.use', name: 'Skill', parameters: { names: { name: 'skill', arguments: 'args' } } },
  ],
})

/** `runtime.process` that only reads new output. @param id The name of the field with the process id. */
function pollProcess(id: string): OwnShape {
  return actOn(id, 'poll')
}

/** `runtime.process` that only stops a process. @param id The name of the field with the process id. */
function stopProcess(id: string): OwnShape {
  return actOn(id, 'kill')
}

function actOn(id: string, action: 'poll' | 'kill'): OwnShape {
  return {
    schema: field.object({ [id]: field.string().min(1).max(40).describe('The id that the background command got.') }),
    toCanonical: (input) => ({ action, id: input[id] }),
    fromCanonical: ({ action: wanted, id: process, ...rest }) => {
      const isPlain =
        rest.wait_seconds === 0 && rest.limit === 200 && rest.eof === false && Object.keys(rest).length === 3
      return wanted === action && process !== undefined && isPlain ? { [id]: process } : undefined
    },
    places: { id },
  }
}
