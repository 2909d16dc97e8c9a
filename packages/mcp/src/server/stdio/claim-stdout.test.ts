import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { claimStdout } from './claim-stdout.ts'

function streams() {
  return { stdout: new PassThrough(), stderr: new PassThrough() }
}

const asProcess = (given: ReturnType<typeof streams>) => given as unknown as Parameters<typeof claimStdout>[0]

test('what others print goes to standard error while one writer holds standard output', async () => {
  const given = streams()
  {
    using claimed = claimStdout(asProcess(given))
    given.stdout.write('stray\n')
    await new Promise<void>((resolve) => claimed.output.write('message\n', () => resolve()))
  }
  given.stdout.write('after\n')
  expect(String(given.stdout.read())).toBe('message\nafter\n')
  expect(String(given.stderr.read())).toBe('stray\n')
})

test('a reader that is gone is an error of the writer, not of the process', async () => {
  const given = streams()
  using claimed = claimStdout(asProcess(given))
  given.stdout.destroy(new Error('nobody reads'))
  await new Promise((resolve) => setImmediate(resolve))
  const failed = new Promise((resolve) => claimed.output.once('error', resolve))
  claimed.output.write('message\n')
  expect(await failed).toBeInstanceOf(Error)
})

test('as many answers may wait for a slow reader as calls run at once, without a warning', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  using claimed = claimStdout(asProcess(streams()))
  for (let waiting = 0; waiting < 50; waiting += 1) claimed.output.once('drain', () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings).toEqual([])
})
