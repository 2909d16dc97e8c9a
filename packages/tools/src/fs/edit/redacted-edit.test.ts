import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { madeUpToken } from '../../testing/made-up-token.ts'
import { openWorkspace, type Workspace } from '../../testing/open-workspace.ts'
import { outcomeText } from '../../testing/outcome-text.ts'

const marker = '[REDACTED]'
const first = madeUpToken(1)
const second = madeUpToken(2)

async function read(workspace: Workspace, path: string): Promise<string> {
  return outcomeText(await workspace.call('fs.read_file', { path }))
}

function edit(workspace: Workspace, ...edits: (readonly [old: string, next: string])[]) {
  const wanted = edits.map(([old, next]) => ({ old, new: next }))
  return workspace.call('fs.edit', { path: 'a.env', edits: wanted })
}

describe('a file with a secret', () => {
  const content = `NAME=one\nTOKEN=${first}\nURL=a\n`

  test('is shown with a marker and edited around it', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    expect(await read(workspace, 'a.env')).toContain(`TOKEN=${marker}`)
    await edit(workspace, ['NAME=one', 'NAME=two'])
    expect(await workspace.read('a.env')).toBe(content.replace('one', 'two'))
  })

  test('is edited through it: a marker in the old text means the secret, and comes back as the secret', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    const old = `NAME=one\nTOKEN=${marker}\nURL=a\n`
    const outcome = await edit(workspace, [old, `NAME=two\nAPI_TOKEN=${marker}\nEXTRA=1\nURL=b\n`])
    expect(outcome).toMatchObject({ status: 'ok' })
    expect(await workspace.read('a.env')).toBe(`NAME=two\nAPI_TOKEN=${first}\nEXTRA=1\nURL=b\n`)
    expect(JSON.stringify(outcome)).not.toContain(first)
    expect(outcomeText(outcome)).toContain(`-TOKEN=${marker}\n`)
  })

  test('loses it where the new text holds no marker', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    await edit(workspace, [`TOKEN=${marker}`, 'TOKEN_FILE=/run/token'])
    expect(await workspace.read('a.env')).toBe('NAME=one\nTOKEN_FILE=/run/token\nURL=a\n')
  })

  test.each([
    ['a marker beside the one there is', `TOKEN=${marker}`, `TOKEN=${marker}\nCOPY=${marker}`],
    ['a marker where there was none', 'URL=a', `URL=${marker}`],
  ])('is left alone by an edit that writes %s', async (_what, old, next) => {
    await using workspace = await openWorkspace({ 'a.env': content })
    expect(await edit(workspace, [old, next])).toMatchObject({ status: 'failed', code: 'redacted_content' })
    expect(await workspace.read('a.env')).toBe(content)
  })

  test.each([
    ['in its middle', first.slice(8, 12), 'x'],
    ['at its beginning', `TOKEN=${first.slice(0, 6)}`, 'TOKEN=y'],
    ['at its end', `${first.slice(-4)}\nURL=a`, 'z\nURL=a'],
  ])('is left alone by an edit that cuts into it %s, and nothing of it is shown', async (_where, old, next) => {
    await using workspace = await openWorkspace({ 'a.env': content })
    const outcome = await edit(workspace, [old, next])
    expect(outcome).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(JSON.stringify(outcome)).not.toContain(first.slice(12, 20))
    expect(await workspace.read('a.env')).toBe(content)
  })

  test.each([
    ['a part', (token: string) => token.slice(8, 12)],
    ['its beginning', (token: string) => `TOKEN=${token.slice(0, 6)}`],
    ['its end', (token: string) => `${token.slice(-4)}\nURL=a`],
    ['one character of it', (token: string) => token.slice(9, 10)],
  ])('answers a guess at %s the same, right or wrong', async (_what, guess) => {
    const answers = async (token: string, guessed: string) => {
      await using workspace = await openWorkspace({ 'a.env': `NAME=one\nTOKEN=${token}\nURL=a\nQ=${guess(guessed)}\n` })
      const twice = await edit(workspace, [guess(guessed), 'x'])
      const text = await workspace.read('a.env')
      return [twice.status, outcomeText(twice), text.replaceAll(token, marker)]
    }
    expect(await answers(first, guess(first))).toEqual(await answers(second, guess(first)))
    const alone = async (token: string) => {
      await using workspace = await openWorkspace({ 'a.env': content.replace(first, token) })
      return outcomeText(await edit(workspace, [guess(first), 'x']))
    }
    expect(await alone(first)).toBe(await alone(second))
  })

  test('far into a large file is left alone as well', async () => {
    const filler = 'word wörd\n'.repeat(250_000)
    await using workspace = await openWorkspace({ 'a.env': `${filler}TOKEN=${first}\n${filler}` })
    expect(await edit(workspace, [first.slice(8, 20), 'x'])).toMatchObject({ code: 'text_not_found' })
  })

  test('may be replaced by who knows the whole of it', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    expect(await edit(workspace, [first, 'none'])).toMatchObject({ status: 'ok' })
    expect(await workspace.read('a.env')).toBe('NAME=one\nTOKEN=none\nURL=a\n')
  })

  test('is not overwritten or added to with what was read from it', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    const shown = `NAME=two\nTOKEN=${marker}\nURL=a\n`
    for (const how of [{ overwrite: true }, { append: true }]) {
      const outcome = await workspace.call('fs.write_file', { path: 'a.env', content: shown, ...how })
      expect(outcome).toMatchObject({ code: 'redacted_content', message: expect.stringContaining('lines around it') })
    }
    expect(await workspace.read('a.env')).toBe(content)
    expect(
      await workspace.call('fs.write_file', { path: 'a.env', content: 'NAME=x\n', overwrite: true }),
    ).toMatchObject({
      status: 'ok',
    })
  })

  test('takes a unified diff that quotes the marker', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    const diff = (added: string) => `@@ -1,3 +1,3 @@\n NAME=one\n-TOKEN=${marker}\n+${added}\n URL=a\n`
    const patch = (added: string) => workspace.call('fs.edit', { path: 'a.env', unified_diff: diff(added) })
    expect(await patch(`A=${marker} B=${marker}`)).toMatchObject({ code: 'redacted_content' })
    expect(await workspace.read('a.env')).toBe(content)
    expect(await patch(`export TOKEN=${marker}`)).toMatchObject({ status: 'ok' })
    expect(await workspace.read('a.env')).toBe(content.replace('TOKEN', 'export TOKEN'))
  })

  test('shows markers, never stand-ins or secrets, where an edit is not found', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    const outcome = await edit(workspace, [`NAME=one\nTOKEN=${marker} \nURL=c`, 'x'])
    expect(outcome).toMatchObject({ code: 'text_not_found' })
    const everything = JSON.stringify(outcome)
    expect(everything).toContain(marker)
    expect(everything).not.toContain(first)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what must not be there.
    expect(outcomeText(outcome)).not.toMatch(/[\u0000-\u0008\u000e-\u001f]|\\u00/)
  })
})

describe('secrets on neighbouring lines', () => {
  const content = `A=${first}\nB=${second}\n`

  test('each stay where they are', async () => {
    await using workspace = await openWorkspace({ 'a.env': `A_TOKEN=${first}\nB_TOKEN=${second}\n` })
    await edit(workspace, [`A_TOKEN=${marker}\nB_TOKEN=${marker}`, `FIRST_TOKEN=${marker}\nSECOND_TOKEN=${marker}`])
    expect(await workspace.read('a.env')).toBe(`FIRST_TOKEN=${first}\nSECOND_TOKEN=${second}\n`)
  })

  test.each([
    ['the first', `B=${marker}\n`, `B=${second}\n`],
    ['the second', `A=${marker}\n`, `A=${first}\n`],
  ])('lose %s alone where its line goes', async (_which, next, expected) => {
    await using workspace = await openWorkspace({ 'a.env': content })
    await edit(workspace, [`A=${marker}\nB=${marker}\n`, next])
    expect(await workspace.read('a.env')).toBe(expected)
  })

  test.each([
    ['change places', content, `A=${marker}\nB=${marker}`, `B=${marker}\nA=${marker}`],
    ['change places on one line', `A=${first} B=${second}\n`, `A=${marker} B=${marker}`, `B=${marker} A=${marker}`],
    ['cannot be told apart', `- ${first}\n- ${second}\n`, `- ${marker}\n- ${marker}\n`, `- ${marker}\n`],
  ])('are never exchanged: an edit in which they %s is refused', async (_what, before, old, next) => {
    await using workspace = await openWorkspace({ 'a.env': before })
    expect(await edit(workspace, [old, next])).toMatchObject({ code: 'redacted_content' })
    expect(await workspace.read('a.env')).toBe(before)
  })

  test('are ambiguous where the old text fits both', async () => {
    await using workspace = await openWorkspace({ 'a.env': `- ${first}\n- ${second}\n` })
    expect(await edit(workspace, [`- ${marker}`, '- none'])).toMatchObject({ code: 'ambiguous_edit' })
  })
})

describe('a file that documents the marker', () => {
  const content = 'Secrets are shown as [REDACTED].\nSee below.\n'

  test('and hides nothing is edited and written like any other', async () => {
    await using workspace = await openWorkspace({ 'a.env': content })
    await edit(workspace, ['shown as [REDACTED]', 'replaced by `[REDACTED]`'])
    expect(await workspace.read('a.env')).toBe(content.replace('shown as [REDACTED]', 'replaced by `[REDACTED]`'))
    const outcome = await workspace.call('fs.write_file', { path: 'a.env', content: '[REDACTED]', overwrite: true })
    expect(outcome).toMatchObject({ status: 'ok' })
  })

  test('and has a secret too keeps both as they are', async () => {
    await using workspace = await openWorkspace({ 'a.env': `${content}TOKEN=${first}\n` })
    await edit(workspace, [
      'as [REDACTED].\nSee below.\nTOKEN=[REDACTED]',
      'as [REDACTED]!\nSee above.\nTOKEN=[REDACTED]',
    ])
    expect(await workspace.read('a.env')).toBe(`Secrets are shown as [REDACTED]!\nSee above.\nTOKEN=${first}\n`)
  })
})

test('a private key of many lines is one marker, and stays whole in whatever encoding', async () => {
  const key = ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ')
  const end = ['-----END', 'PRIVATE', 'KEY-----'].join(' ')
  const text = `\uFEFFname: grün\r\n${key}\r\n${madeUpToken(3)}${madeUpToken(4)}\r\n${madeUpToken(5)}\r\n${end}\r\nlast\r\n`
  for (const encoding of ['utf8', 'utf16le'] as const) {
    await using workspace = await openWorkspace({ 'a.env': Buffer.from(text, encoding) })
    const outcome = await edit(workspace, [`name: grün\n${marker}\nlast\n`, `name: blau\n${marker}\nend\n`])
    expect(outcome).toMatchObject({ status: 'ok' })
    const after = await readFile(workspace.at('a.env'))
    expect(after.toString(encoding)).toBe(text.replace('grün', 'blau').replace('last', 'end'))
    expect(outcomeText(outcome)).not.toContain(madeUpToken(5))
  }
})
