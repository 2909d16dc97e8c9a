import { type Declaration, openDeclarations } from '../lib/declarations.ts'
import { type PublicName, publicNames } from '../lib/public-names.ts'
import { libraryTopics } from './library-topics.ts'

const mainDoor = '@drawbridge/sdk'

/** Renders the reference of the library from the declarations and doc comments behind its doors. Throws if a listed name is not public. */
export function libraryReference(root: string): string {
  const names = publicNames(root)
  const declarationOf = openDeclarations(root)
  const topics = [...libraryTopics, { title: 'Further names', names: { [mainDoor]: unlisted(names) } }]
  const parts = topics.map(({ title, names: listed }) => ({
    title,
    names: Object.entries(listed).flatMap(([door, each]) => each.map((name) => ({ door, name }))),
  }))
  const anchorOf = createAnchors()
  const links = parts.map(({ title, names: each }) => {
    const own = anchorOf(title)
    const list = each.map(({ name }) => `[\`${name}\`](#${anchorOf(name)})`)
    return `- [${title}](#${own}): ${list.join(' ')}`
  })
  const sections = parts.flatMap(({ title, names: each }) => [
    `## ${title}`,
    ...each.flatMap(({ door, name }) => {
      const found = names.find((known) => known.door === door && known.name === name)
      const declaration = found && declarationOf(found.origin)
      if (declaration === undefined) {
        throw new Error(`${door} does not export "${name}". Correct scripts/documents/library-topics.ts.`)
      }
      return renderDeclaration(name, door, declaration)
    }),
  ])
  return [links.join('\n'), ...sections].join('\n\n')
}

function unlisted(names: readonly PublicName[]): readonly string[] {
  const listed = new Set(libraryTopics.flatMap(({ names: each }) => each[mainDoor] ?? []))
  return names.filter(({ door, name }) => door === mainDoor && !listed.has(name)).map(({ name }) => name)
}

function renderDeclaration(name: string, door: string, { comment, text }: Declaration): readonly string[] {
  const [prose = '', example] = comment.split(/^@example\n/m)
  const from = door === mainDoor ? '' : `From \`${door}\`.`
  return [
    `### ${name}`,
    ...[from, proseOf(prose)].filter(Boolean),
    ['```ts', withoutLinks(text), '```'].join('\n'),
    ...(example === undefined ? [] : [['```ts', example.trim(), '```'].join('\n')]),
  ]
}

/** Returns a function that names headings as Markdown viewers do: a name that was there before gets a number. */
function createAnchors(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const anchor = heading.toLowerCase().replaceAll(' ', '-')
    const times = taken.get(anchor) ?? 0
    taken.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

/** Joins wrapped lines, and turns tags into items of a list. */
function proseOf(comment: string): string {
  const paragraphs = withoutLinks(comment)
    .replaceAll(/^@param (\S+) (?=\S)/gm, '\n- `$1`: ')
    .replaceAll(/^@returns (?=\S)/gm, '\n- Returns ')
    .replaceAll(/^@throws (?=\S)/gm, '\n- Throws ')
    .split(/\n\n+/)
  return paragraphs
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .join('\n\n')
    .trim()
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\{@link\s[\s*]*([^}|]+?)\s*\}/g, '`$1`')
}
