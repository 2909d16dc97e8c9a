import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../scripts/test-support/describe-with.ts'
import { inTmux, type TmuxOptions, type TmuxScreen } from './__fixtures__/in-tmux.ts'

const program = join(import.meta.dirname, '__fixtures__/chat-at-terminal.ts')

describeWithProgram('tmux', 'the chat is driven in a real terminal', (tmux) => {
  async function start(scene: string, { environment, ...options }: Partial<TmuxOptions> = {}): Promise<TmuxScreen> {
    const screen = await inTmux(tmux, {
      command: `'${process.execPath}' --no-warnings '${program}' ${scene}`,
      environment: { NO_COLOR: '1', ...environment },
      ...options,
    })
    await screen.until('scripted · default')
    return screen
  }
  async function say(screen: TmuxScreen, text = 'go'): Promise<void> {
    await screen.type(text)
    await screen.press('Enter')
  }
  const golden = (shown: string, name: string) =>
    expect(shown).toMatchFileSnapshot(join(import.meta.dirname, `__screens__/${name}.txt`))
  /** The question takes keys. */
  const armed = 'Press y, s, n, q:'

  test('an approval shows the change and is answered by one key', async () => {
    const screen = await start('approval')
    await say(screen)
    await golden(await screen.until(armed), 'approval')
    await screen.type('s')
    await golden(await screen.until('The decision was: allow_for_session'), 'approval-allowed')
  })

  test('a denial takes a reason for the model', async () => {
    const screen = await start('approval')
    await say(screen)
    await screen.until(armed)
    await screen.type('n')
    await screen.until('Why, for the model')
    await screen.type('use a library')
    await screen.press('Enter')
    await golden(await screen.until('The decision was: deny because use a library'), 'approval-denied')
  })

  test('what was typed for the message answers no approval', async () => {
    const screen = await start('approval')
    await screen.type('go')
    await screen.press('Enter', 'y', 'e', 's')
    await screen.until('a question waits until you stop typing')
    const shown = await screen.until(armed)
    expect(shown).not.toContain('The decision was')
    await screen.type('yes please')
    await screen.type('q')
    expect(await screen.until('The decision was: abort')).toContain('> yes')
  })

  test('a question is answered by number, by words, or not at all', async () => {
    const screen = await start('question')
    await say(screen)
    await golden(await screen.until('Answer:'), 'question')
    await screen.type('2')
    await screen.press('Enter')
    await screen.until('"chosen":["PostgreSQL"]')
    await say(screen)
    await screen.until(/Answer:/)
    await screen.press('Escape')
    await screen.until('{"status":"declined"}')
  })

  test('Ctrl-C once stops the model, and twice leaves', async () => {
    const screen = await start('work')
    await say(screen)
    await golden(await screen.until('test 2 passed'), 'working')
    await screen.press('C-c')
    await golden(await screen.until('The run was stopped by you.'), 'stopped')
    await screen.until(/^scripted · default$/m)
    await screen.press('C-c')
    await screen.until('Ctrl-C again to leave')
    await screen.press('C-c')
    await golden(await screen.until('exit code 0'), 'left')
  })

  test('Ctrl-C twice while the model works stops and leaves', async () => {
    const screen = await start('work')
    await say(screen)
    await screen.until('test 2 passed')
    await screen.press('C-c', 'C-c')
    await screen.until('exit code 0')
  })

  test('what is said while the model works is read in between, and /queue keeps it for the end', async () => {
    const screen = await start('work')
    await say(screen)
    await screen.until('test 2 passed')
    await say(screen, '/queue and then this')
    await screen.until('⧗ and then this (sent at the end)')
    await say(screen, 'use yarn')
    await golden(await screen.until(/Understood: use yarn[\s\S]*> and then this[\s\S]*test 2 passed/), 'steered')
  })

  test('escape sequences of a model and of commands never reach the terminal', async () => {
    const screen = await start('hostile')
    await say(screen)
    await golden(await screen.until('back\\x08space'), 'hostile')
  })

  test('wide and combining characters stay in their cells, in the text and in the line that is typed', async () => {
    const screen = await start('answer', { columns: 30 })
    await screen.type('日本語のテキストと e\u0301 と 👍 を書く')
    await screen.press('Left', 'Left')
    await screen.type('!')
    await golden(await screen.until('!'), 'wide-typed')
    await screen.press('Enter')
    await golden(await screen.until('日本語 and'), 'wide')
  })

  test('a narrow terminal and a change of size lose nothing', async () => {
    const screen = await start('approval', { columns: 34, rows: 16 })
    await say(screen, 'please correct the sum in the file that adds the totals')
    await golden(await screen.until(armed), 'narrow')
    await screen.resize(60, 20)
    await screen.until(/^> please correct the sum in the file that adds the totals$/m)
    await golden(await screen.until(armed), 'resized')
    await screen.type('y')
    await screen.until('The decision was: allow_once')
  })

  test('a paste of 2,000 lines is one message, and its lines are not sent one by one', async () => {
    const screen = await start('answer')
    await screen.paste(Array.from({ length: 2_000 }, (_, line) => `pasted line ${line + 1}`).join('\n'))
    await golden(await screen.until('(2000 lines)'), 'pasted')
    await screen.type('!')
    await screen.until('pasted line 2000!')
    await screen.press('Enter')
    await screen.until('日本語 and')
    const shown = await screen.readAll()
    expect(shown.match(/^> pasted line 1$/gm)).toHaveLength(1)
    expect(shown).toMatch(/\[… 1960 more lines\]\n {2}pasted line 1981\n/)
  })

  test('bursts of typing, keys in one piece and what an input method pastes are read as keys and text', async () => {
    const screen = await start('answer')
    await screen.type('quick brown fox'.repeat(8))
    await screen.press('C-w', 'C-a', 'X', 'C-e', 'BSpace')
    await screen.paste('変換した文')
    await golden(await screen.until('変換した文'), 'burst')
    // Text and its Enter come in one piece, and more after it.
    await screen.press('C-u')
    await screen.type('one piece\rand more')
    await screen.until('日本語 and')
    await golden(await screen.until('> and more'), 'coalesced')
  })

  test('ten megabytes of text in a second leave the keyboard free', async () => {
    const screen = await start('flood')
    await say(screen)
    await screen.until(/^\d+\.{70}/m)
    await screen.type('typed meanwhile')
    await screen.until('> typed meanwhile')
    await golden(await screen.until('The flood is over.'), 'flood')
    expect(await screen.readAll()).toContain('more lines came too fast to be shown')
  })

  test('Tab completes commands and paths, and Up brings back what was sent', async () => {
    const screen = await start('answer')
    await screen.type('/per')
    await screen.press('Tab')
    await screen.until('> /permissions')
    await screen.press('C-u')
    await screen.type('read src')
    await screen.press('Tab')
    await golden(await screen.until('src/totals.ts'), 'completion')
    await screen.press('C-u', 'Up')
    await screen.until('> an earlier message')
    await screen.press('Down')
    await say(screen, '/help')
    await golden(await screen.until('pressed twice, it leaves'), 'help')
  })

  test('a pasted path of a picture is its plain path', async () => {
    const screen = await start('answer')
    await screen.paste("'/tmp/a picture.png'")
    await screen.until('> /tmp/a picture.png')
  })

  test('a terminal that only prints works without any sequence', async () => {
    const plain = await inTmux(tmux, {
      command: `TERM=dumb '${process.execPath}' --no-warnings '${program}' approval`,
      environment: { NO_COLOR: '1' },
    })
    await plain.until('type a message')
    await say(plain)
    await plain.until(armed)
    await say(plain, 'n use a library')
    await golden(await plain.until('The decision was: deny because use a library'), 'dumb')
  })

  test('with NO_COLOR no colour reaches the terminal, and the words are those of a screen in colour', async () => {
    const styledScreen = async (environment: Readonly<Record<string, string>>) => {
      const command = `'${process.execPath}' --no-warnings '${program}' approval`
      const screen = await inTmux(tmux, { command, environment })
      await screen.until('scripted · default')
      await say(screen)
      await screen.until(armed)
      return (await screen.readStyled()).replaceAll('\u001b', '␛')
    }
    const [plain, coloured] = await Promise.all([styledScreen({ NO_COLOR: '1' }), styledScreen({})])
    await golden(plain, 'no-colour')
    await golden(coloured, 'in-colour')
    const colour = /␛\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m/
    expect(plain).not.toMatch(colour)
    expect(coloured).toMatch(colour)
    expect(coloured.replace(/␛\[[\d;]*m/g, '')).toBe(plain)
  })

  test('with colour the screen says the same', async () => {
    const screen = await inTmux(tmux, { command: `'${process.execPath}' --no-warnings '${program}' approval` })
    await screen.until('scripted · default')
    await say(screen)
    await golden(await screen.until(armed), 'approval')
  })
})
