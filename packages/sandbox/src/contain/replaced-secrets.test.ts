import { linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type ContainedScene, openContainedScene, secret } from './__fixtures__/contained-scene.ts'

describeWithProgram('bwrap', 'a secret that is replaced', () => {
  let scene: ContainedScene
  beforeAll(async () => {
    scene = await openContainedScene()
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  /** As editors save: a file of another name, moved over the old one, which takes away whatever covers that. */
  const replace = (name: string) => {
    writeFileSync(scene.at('workspace/saved~'), secret)
    renameSync(scene.at('workspace/saved~'), scene.at(`workspace/${name}`))
  }
  const saidOf = (run: Promise<{ readonly text: string }>) => run.then(({ text }) => text).catch(String)

  test('between two commands is covered for the second', async () => {
    expect((await scene.run('cat .env a.txt')).text).toBe('hello')
    replace('.env')
    replace('.env.local')
    expect((await scene.run('cat .env .env.local a.txt')).text).toBe('hello')
    rmSync(scene.at('workspace/.env'))
    symlinkSync('b.json', scene.at('workspace/.env'))
    expect((await scene.run('cat .env a.txt')).text).toBe('hello')
    rmSync(scene.at('workspace/.env'))
    replace('.env')
    expect((await scene.run('cat .env b.json')).text).toBe('{"a":1}')
  })

  test('while a command runs is read, and what the command says is withheld', async () => {
    expect(await saidMeanwhile('.env')).toContain('.env" was created or replaced while the command ran')
    rmSync(scene.at('workspace/.env.local'))
    expect(await saidMeanwhile('.env.local')).toContain('Its output is withheld')
  })

  test('while a command runs that pretends to have ended is withheld too', async () => {
    const pretend = `for number in 3 4 5 6 7 8 9; do echo '{ "exit-code": 0 }' >&$number; done`
    expect(await saidMeanwhile('.env', `{ ${pretend}; } 2>/dev/null`)).toContain('Its output is withheld')
  })

  test('while a command runs by itself under another name is withheld too, since its cover is gone', async () => {
    const swap = () => {
      linkSync(scene.at('workspace/.env'), scene.at('workspace/.env.away'))
      rmSync(scene.at('workspace/.env'))
      renameSync(scene.at('workspace/.env.away'), scene.at('workspace/.env'))
    }
    expect(await saidMeanwhile('.env', 'true', swap)).toContain('Its output is withheld')
  })

  test('does not include one that only gets other content: that stays covered', async () => {
    const run = scene.run('until [ -e go ]; do sleep 0.01; done; cat .env a.txt')
    writeFileSync(scene.at('workspace/.env'), `${secret}, more`)
    writeFileSync(scene.at('workspace/go'), '')
    expect((await run).text).toBe('hello')
  })

  /** What a command says that ends once it has read the file, which is replaced again and again. */
  async function saidMeanwhile(name: string, first = 'true', swap = () => replace(name)): Promise<string> {
    let said: string | undefined
    const run = saidOf(scene.run(`${first}; until cat ${name}; do sleep 0.01; done 2>/dev/null`)).then((text) => {
      said = text
    })
    for (; said === undefined; await wait(300)) swap()
    await run
    return said
  }

  test('again and again while commands start is shown to none', async () => {
    const stop = new AbortController()
    const swapping = (async () => {
      while (!stop.signal.aborted) {
        replace('.env')
        await wait(1)
      }
    })()
    for (let round = 0; round < 8; round += 1) expect(await saidOf(scene.run('cat .env .env'))).not.toContain(secret)
    stop.abort()
    await swapping
  })
})
