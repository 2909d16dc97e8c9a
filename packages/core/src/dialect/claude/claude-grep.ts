import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'

const modes: Readonly<Record<string, string>> = { content: 'content', files_with_matches: 'files', count: 'count' }
const shownModes = new Map(Object.entries(modes).map(([shown, canonical]) => [canonical, shown]))
const anyCase = '(?i)'

/** `fs.search` with the options of grep. It always takes a regular expression and skips ignored files. */
export const claudeGrep: OwnShape = {
  schema: field.object({
    pattern: field.string().min(1).describe('A regular expression (Rust syntax).'),
    path: field.string().min(1).default('.').describe('Folder or file to search.'),
    glob: field.string().min(1).optional().describe('Only files that match, e.g. `*.ts` or `src/**/*.ts`.'),
    type: field
      .string()
      .regex(/^[a-z0-9+-]+$/)
      .optional()
      .describe('Only files of this type, e.g. ts, py, rust, md.'),
    output_mode: field
      .enum(['content', 'files_with_matches', 'count'])
      .default('files_with_matches')
      .describe('Matching lines, only the names of files, or the number of matching lines per file.'),
    context: field.int().min(0).max(20).default(0).describe('Lines to show around each match.'),
    '-i': field.boolean().default(false).describe('Ignore case.'),
    head_limit: field
      .int()
      .min(1)
      .max(2_000)
      .default(100)
      .describe('Maximum number of matching lines or files to return.'),
    multiline: field.boolean().default(false).describe('Let a match span several lines.'),
  }),
  accepted: { '-C': 'context' },
  // Matching lines always have their numbers.
  ignored: ['-n'],
  toCanonical: ({ pattern, output_mode: mode, '-i': ignoresCase, head_limit: limit, ...same }) =>
    defined({
      ...same,
      query: ignoresCase === true ? `${anyCase}${pattern}` : pattern,
      regex: true,
      mode: modes[String(mode)],
      limit,
      ignore: true,
    }),
  fromCanonical: ({ query, regex, mode, limit, ignore, ...same }) => {
    if (regex !== true || ignore !== true) return undefined
    const text = String(query)
    const ignoresCase = text.startsWith(anyCase) && text.length > anyCase.length
    const pattern = ignoresCase ? text.slice(anyCase.length) : text
    return { ...same, pattern, output_mode: shownModes.get(String(mode)), '-i': ignoresCase, head_limit: limit }
  },
  places: { query: 'pattern', mode: 'output_mode', limit: 'head_limit' },
}
