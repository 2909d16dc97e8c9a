import type { Cleanup } from '@drawbridge/core/base'
import pg from 'pg'

/** Creates a database on a server, dropped at the end, and returns its URL. @param suffix Tells the databases of one run apart. */
export async function emptyDatabase(serverUrl: string, suffix: string, cleanup: Cleanup): Promise<string> {
  const name = `drawbridge_bench_${process.pid}_${suffix}`
  await onServer(serverUrl, `create database ${name}`)
  cleanup.use({ [Symbol.asyncDispose]: () => onServer(serverUrl, `drop database ${name} with (force)`) })
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

async function onServer(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
