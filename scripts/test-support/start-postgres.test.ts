import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isRequired } from './is-required.ts'

const script = join(import.meta.dirname, 'start-postgres.sh')
const run = promisify(execFile)

async function ask(url: string, text: string): Promise<string> {
  const { stdout } = await run('psql', ['--no-psqlrc', '--tuples-only', '--no-align', '--command', text, url])
  return stdout.trim()
}

/** Starts a server that ends with the test. */
async function startServer(): Promise<{ readonly folder: string; readonly url: string; stop(): Promise<unknown> }> {
  const parent = mkdtempSync(join(tmpdir(), 'drawbridge-postgres-'))
  const folder = `${parent}-server`
  const stop = () => run(script, ['stop', folder])
  onTestFinished(async () => {
    if (existsSync(folder)) await stop()
    rmSync(parent, { recursive: true })
  })
  const { stdout } = await run(script, ['start', folder])
  return { folder, url: stdout.trim(), stop }
}

describe('a throw-away PostgreSQL', () => {
  if (!existsSync('/usr/lib/postgresql') && !isRequired('postgres')) {
    return test.skip('needs postgres: the package postgresql brings the programs of the server')
  }

  test('is reached by the URL it prints alone, does not wait for the disk, and is gone once stopped', async () => {
    const { folder, url, stop } = await startServer()
    expect(await ask(url, 'show fsync')).toBe('off')
    expect(await ask(url, 'show synchronous_commit')).toBe('on')
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')

    const guess = new URL(url)
    guess.password = 'guessed'
    await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed')

    await stop()
    expect(existsSync(folder)).toBe(false)
    await expect(ask(url, 'select 1')).rejects.toThrow('Connection refused')
  })
})
