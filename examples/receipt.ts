// A call that waits for approval longer than its process lives: it comes out as a receipt, and another process ends it. The second
// process is this file again, with the receipt and the answer of a person.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReceipt } from '@drawbridge/core/approval'
import { createDrawbridge } from '@drawbridge/sdk'

const folder = process.env.RECEIPT_FOLDER ?? (await mkdtemp(join(tmpdir(), 'drawbridge-receipt-')))
const file = join(folder, 'receipt.json')
const drawbridge = await createDrawbridge({ workspace: folder, home: join(folder, 'home') })
const run = drawbridge.openSession({ principal: { user: 'ada' } }).openDetachedRun()

if (process.env.RECEIPT_FOLDER === undefined) {
  const pending = await run.call({ name: 'fs.write_file', arguments: { path: 'a.txt', content: 'hello\n' } })
  console.log(pending.status, pending.text)
  await writeFile(file, JSON.stringify(pending), { mode: 0o600 }) // it contains the arguments, secrets included
  await drawbridge[Symbol.asyncDispose]()
  const environment = { ...process.env, RECEIPT_FOLDER: folder }
  console.log(execFileSync(process.execPath, [import.meta.filename], { env: environment, encoding: 'utf8' }).trim())
  console.log(await readFile(join(folder, 'a.txt'), 'utf8'))
  await rm(folder, { recursive: true })
} else {
  const receipt = readReceipt(JSON.parse(await readFile(file, 'utf8')))
  const { id, digest } = receipt.request
  const outcome = await run.resume(receipt, { requestId: id, digest, answer: 'allow_once' })
  console.log(outcome.status, outcome.text)
  await drawbridge[Symbol.asyncDispose]()
}
