import { flushCompileCache } from 'node:module'
import { argv, stdout } from 'node:process'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { openDatabase } from '../../database/open-database.ts'
import { createKeySource } from '../key-source.ts'
import { rotateSecrets } from '../rotate-secrets.ts'

// A process that rotates until it is killed, and says when it has begun.
const [, , options = '', home = ''] = argv
const database = await openDatabase(JSON.parse(options) as DatabaseOptions)
// Who is killed writes nothing at its end.
flushCompileCache()
stdout.write('ready\n')
for (;;) await rotateSecrets(database, createKeySource({ home, environment: {} }))
