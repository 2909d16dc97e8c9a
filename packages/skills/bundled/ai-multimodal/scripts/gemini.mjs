#!/usr/bin/env node
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatResults } from './format-results.mjs'
import { createClient } from './gemini-api.mjs'
import { mediaTypeOf } from './media-type.mjs'

/** Larger files do not fit into one request. */
const mostBytes = 18 * 1024 * 1024
const tasks = {
  analyze: { model: 'gemini-2.5-flash', prompt: 'Describe this file precisely.' },
  ocr: {
    model: 'gemini-2.5-flash',
    prompt: 'Return all text in this file, word for word and in reading order. Keep tables as tables. Add nothing.',
  },
  transcribe: {
    model: 'gemini-2.5-flash',
    prompt: 'Transcribe the speech, with a time stamp [mm:ss] and the speaker before each paragraph. Add nothing.',
  },
  image: { model: 'imagen-4.0-generate-001' },
  video: { model: 'veo-3.0-generate-001' },
}
const formats = ['text', 'json', 'markdown', 'csv']
const aspects = ['1:1', '3:4', '4:3', '9:16', '16:9']

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readOptions() {
  try {
    const text = { type: 'string' }
    const { values, positionals } = parseArgs({
      options: {
        task: { ...text, default: 'analyze' },
        files: { ...text, multiple: true },
        prompt: text,
        format: { ...text, default: 'text' },
        out: text,
        model: text,
        aspect: text,
      },
      allowPositionals: true,
    })
    return { ...values, files: [...(values.files ?? []), ...positionals] }
  } catch (error) {
    return fail(error.message)
  }
}

const { task, files, prompt, format, out, model, aspect } = readOptions()
const chosen = Object.hasOwn(tasks, task)
  ? tasks[task]
  : fail(`"--task" is "${task}". It is one of ${Object.keys(tasks).join(', ')}.`)
if (!formats.includes(format)) fail(`"--format" is "${format}". It is one of ${formats.join(', ')}.`)
if (aspect !== undefined && !aspects.includes(aspect))
  fail(`"--aspect" is "${aspect}". It is one of ${aspects.join(', ')}.`)
const keys = (process.env.GEMINI_API_KEY ?? '')
  .split(',')
  .map((key) => key.trim())
  .filter((key) => key !== '')
if (keys.length === 0) fail('GEMINI_API_KEY is not set. Only the operator can grant it.')
const client = createClient(
  keys,
  process.env.GEMINI_API_BASE === undefined ? {} : { base: process.env.GEMINI_API_BASE },
)
const isMaking = task === 'image' || task === 'video'
if (isMaking && (prompt === undefined || out === undefined)) fail(`"--task ${task}" needs "--prompt" and "--out".`)
if (!isMaking && files.length === 0) fail(`"--task ${task}" needs "--files".`)

if (isMaking) {
  try {
    const bytes = await client[task](model ?? chosen.model, prompt, aspect)
    writeFileSync(out, bytes)
    process.stdout.write(`Wrote ${out} (${bytes.length} bytes).\n`)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
} else {
  const results = []
  for (const file of files) results.push(await readOne(file))
  const text = formatResults(results, format)
  if (out === undefined) process.stdout.write(text)
  else {
    writeFileSync(out, text)
    process.stdout.write(`Wrote ${out}.\n`)
  }
  if (results.some(({ error }) => error !== undefined)) process.exitCode = 1
}

async function readOne(file) {
  try {
    if (statSync(file).size > mostBytes)
      throw new Error(`It is larger than ${mostBytes / 1024 / 1024} MiB. Cut it into parts.`)
    const bytes = readFileSync(file)
    const mimeType = mediaTypeOf(bytes)
    if (mimeType === undefined) throw new Error('It is not a picture, recording, video or PDF that the API reads.')
    const { text, tokens } = await client.ask(model ?? chosen.model, [
      { text: prompt ?? chosen.prompt },
      { inlineData: { mimeType, data: bytes.toString('base64') } },
    ])
    return { file, text, tokens }
  } catch (error) {
    return { file, error: error.message }
  }
}
