import { describe, expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

function edit(workspace: Workspace, path: string, old: string, next: string) {
  return workspace.call('fs.edit', { path, edits: [{ old, new: next }] })
}

describe('editing a file', () => {
  test('tells strategy, ranges, hashes and a short diff', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\ntwo\nthree\n' })
    const outcome = await edit(workspace, 'a.ts', 'two', 'zwei')
    expect(outcome.result.data).toMatchObject({
      path: 'a.ts',
      created: false,
      strategy: 'exact',
      ranges: [{ start_line: 2, end_line: 2, old_start_line: 2, old_end_line: 2 }],
      hash_before: expect.stringMatching(/^[0-9a-f]{64}$/),
      hash_after: expect.stringMatching(/^[0-9a-f]{64}$/),
      diff: '@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three',
    })
    expect(outcomeText(outcome)).toContain('Edited "a.ts", line 2.')
    expect(await workspace.read('a.ts')).toBe('one\nzwei\nthree\n')
  })

  test('a person can see that a tolerant strategy was used', async () => {
    await using workspace = await openWorkspace({ 'a.ts': '\tif (x) {\n\t\ty()\n\t}\n' })
    const outcome = await edit(workspace, 'a.ts', 'if (x) {\n\ty()\n}', 'if (z) {\n\ty()\n}')
    expect(outcome.result.data).toMatchObject({ strategy: 'indentation' })
    expect(outcomeText(outcome)).toContain('Found by: indentation.')
  })

  test('by a unified diff', async () => {
    await using workspace = await openWorkspace({ 'src/a.ts': 'one\r\ntwo\r\n' })
    const diff = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,3 @@\n one\n-two\n+zwei\n+drei\n'
    const outcome = await workspace.call('fs.edit', { path: 'src/a.ts', unified_diff: diff })
    expect(outcome.result.data).toMatchObject({ strategy: 'unified_diff' })
    expect(await workspace.read('src/a.ts')).toBe('one\r\nzwei\r\ndrei\r\n')
  })

  test('creates a missing file only when asked to', async () => {
    await using workspace = await openWorkspace()
    const edits = [{ old: '', new: 'hello\n' }]
    expect(await workspace.call('fs.edit', { path: 'a/b.txt', edits })).toMatchObject({ code: 'validation_error' })
    const made = await workspace.call('fs.edit', { path: 'a/b.txt', edits, create_if_missing: true })
    expect(made.result.data).toMatchObject({ created: true, strategy: 'create', hash_before: null })
    const diff = '--- /dev/null\n+++ b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n'
    await workspace.call('fs.edit', { path: 'c.txt', unified_diff: diff, create_if_missing: true })
    expect(await workspace.read('c.txt')).toBe('one\ntwo\n')
    expect(await edit(workspace, 'd.txt', 'x', 'y')).toMatchObject({ code: 'file_not_found' })
  })

  test.each([
    ['both ways at once', { edits: [{ old: 'a', new: 'b' }], unified_diff: '@@ -1 +1 @@' }],
    ['neither way', {}],
    ['an empty old text', { edits: [{ old: '', new: 'b' }] }],
    ['the same old and new text', { edits: [{ old: 'a', new: 'a' }] }],
    ['no edits', { edits: [] }],
  ])('with %s is refused before anything is read', async (_what, args) => {
    await using workspace = await openWorkspace({ 'a.txt': 'a' })
    expect(await workspace.call('fs.edit', { path: 'a.txt', ...args })).toMatchObject({ code: 'validation_error' })
  })

  test('of a binary file, a folder or a missing file is refused', async () => {
    await using workspace = await openWorkspace({ 'a.bin': Buffer.from([97, 0, 98]), 'src/x.ts': '' })
    expect(await edit(workspace, 'a.bin', 'a', 'b')).toMatchObject({ code: 'not_a_file' })
    expect(await edit(workspace, 'src', 'a', 'b')).toMatchObject({ code: 'is_a_directory' })
    expect(await edit(workspace, 'src/y.ts', 'a', 'b')).toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining('"src/x.ts"'),
    })
  })
})

describe('an edit that fails', () => {
  test('is refused in the same way with an instruction, if there is no model', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\n' })
    const edits = [{ old: 'two', new: 'x' }]
    const plain = await workspace.call('fs.edit', { path: 'a.ts', edits })
    const told = await workspace.call('fs.edit', { path: 'a.ts', edits, instruction: 'Change the first line.' })
    expect(told).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(outcomeText(told)).toBe(outcomeText(plain))
    const diff = { path: 'a.ts', unified_diff: '@@ -1 +1 @@\n-one\n+two\n', instruction: 'Change it.' }
    expect(await workspace.call('fs.edit', diff)).toMatchObject({ code: 'validation_error' })
  })

  test('shows the nearest lines as words of the file, not as ours', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'const one = 1\nconst two = 2\n' })
    const outcome = await edit(workspace, 'a.ts', 'const two = 3', 'x')
    expect(outcome).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(outcomeText(outcome)).toContain('Line 2 reads\nconst two = 2\nwhere the old text has\nconst two = 3')
    expect(outcome.result.content.map((block) => block.label.trust)).toEqual(['trusted', 'untrusted'])
  })

  test('several times in the same way is told to read the file again', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\n' })
    const outcomes = [1, 2, 3].map(() => edit(workspace, 'a.ts', 'two', 'x'))
    const texts = (await Promise.all(outcomes)).map(outcomeText)
    expect(texts.map((text) => text.includes('in a row'))).toEqual([false, false, true])
  })

  test('changes nothing, also where other edits of the call would apply', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\ntwo\n' })
    const edits = [
      { old: 'one', new: 'eins' },
      { old: 'three', new: 'drei' },
    ]
    expect(await workspace.call('fs.edit', { path: 'a.ts', edits })).toMatchObject({ code: 'text_not_found' })
    expect(await workspace.read('a.ts')).toBe('one\ntwo\n')
  })
})

describe('an edit of a file that changed since it was read', () => {
  test('is refused, and works after reading it again', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\ntwo\n' })
    await workspace.call('fs.read_file', { path: 'a.ts' })
    await workspace.put('a.ts', 'one\ntwo\nthree\n')
    expect(await edit(workspace, 'a.ts', 'two', 'zwei')).toMatchObject({ code: 'stale_file' })
    await workspace.call('fs.read_file', { path: 'a.ts' })
    expect(await edit(workspace, 'a.ts', 'two', 'zwei')).toMatchObject({ status: 'ok' })
    expect(await edit(workspace, 'a.ts', 'three', 'drei')).toMatchObject({ status: 'ok' })
  })

  test('is allowed where the session never read it: its old text is the guard', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'one\n' })
    await workspace.put('a.ts', 'two\n')
    expect(await edit(workspace, 'a.ts', 'two', 'zwei')).toMatchObject({ status: 'ok' })
  })

  test('is refused after a partial read too, whatever part changed the size', async () => {
    const lines = 'x'.repeat(99).concat('\n').repeat(100_000)
    await using workspace = await openWorkspace({ 'big.txt': lines })
    await workspace.call('fs.read_file', { path: 'big.txt', max_lines: 5 })
    await workspace.put('big.txt', `${lines}end\n`)
    expect(await edit(workspace, 'big.txt', 'end', 'END')).toMatchObject({ code: 'stale_file' })
  })
})

describe('parallel edits of one file', () => {
  test('all report success and only one survives: none is lost', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `name${String(index).padStart(2, '0')}`)
    await using workspace = await openWorkspace({ 'a.ts': `${names.join('\n')}\n` })
    const outcomes = await Promise.all(names.map((name) => edit(workspace, 'a.ts', name, `${name}!`)))
    expect(outcomes.map((outcome) => outcome.status)).toEqual(names.map(() => 'ok'))
    expect(await workspace.read('a.ts')).toBe(`${names.map((name) => `${name}!`).join('\n')}\n`)
  })
})

describe('old text that looks the same as the file', () => {
  const old = (text: string) => ({ path: 'a.txt', edits: [{ old: text, new: 'x' }] })

  test.each([
    [
      'composed against decomposed',
      'one\ncafe\u0301 noir\n',
      'caf\u00e9 noir',
      'U+0065 ("e") where the old text has U+00E9',
      'cafe\\u0301 noir',
    ],
    [
      'decomposed against composed',
      'one\ncaf\u00e9\n',
      'cafe\u0301',
      'U+00E9 ("é") where the old text has U+0065',
      'café',
    ],
    [
      'an invisible character in the file',
      'one\nfoo\u200bbar\n',
      'foobar',
      'the invisible U+200B where the old text has U+0062',
      'foo\\u200bbar',
    ],
    [
      'an invisible character in the old text',
      'one\nfoobar\n',
      'foo\u200bbar',
      'U+0062 ("b") where the old text has the invisible U+200B',
      'foobar',
    ],
  ])('was refused with two equal lines: %s', async (_what, content, wanted, why, offered) => {
    await using workspace = await openWorkspace({ 'a.txt': content })
    const outcome = await workspace.call('fs.edit', old(wanted))
    expect(outcome).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(outcomeText(outcome)).toContain(`Line 2 looks the same, but has ${why}`)
    expect(outcomeText(outcome)).toContain(`"${offered}"`)
    const again = JSON.parse(`"${offered}"`) as string
    expect(await workspace.call('fs.edit', old(again))).toMatchObject({ status: 'ok' })
  })

  test('but ends with a blank line that the file lacks names that difference', async () => {
    await using workspace = await openWorkspace({
      'a.txt': 'one line\nanother line\nthird\n',
      'b.txt': 'one line\nlast line',
    })
    const inside = await workspace.call('fs.edit', old('one line\nanother line\n\n'))
    expect(outcomeText(inside)).not.toContain('is the same')
    expect(outcomeText(inside)).toContain('third')
    const atEnd = await workspace.call('fs.edit', { path: 'b.txt', edits: [{ old: 'last line\n', new: 'x' }] })
    expect(outcomeText(atEnd)).toContain('Line 2 is the last line and has no line end, which the old text has')
  })
})
