import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

const harmlessDotCommands =
  /^\.(?:tables|schema|fullschema|headers?|mode|databases|indexes|indices|help|quit|exit|width|nullvalue|show|timer|stats|eqp|explain|separator|print|dbinfo|changes|bail|echo|lint)\b/
const destroying =
  /\b(?:drop|truncate|attach|detach|load_extension|writefile|readfile|edit|fts3_tokenizer|pg_read_file|pg_ls_dir|pg_read_binary_file|lo_import|lo_export|dblink|into\s+(?:out|dump)file|load_file|load\s+data|copy|vacuum\s+into|grant|revoke|alter\s+(?:system|user|role)|create\s+(?:extension|function|user|role|trigger)|install|load|import|export|read_csv|read_text|shutdown|delete\s+from\s+\S+\s*(?:;|$)|system|source)\b/i

/** The statements without their string literals and comments. */
function code(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, "''").replace(/--[^\n]*/g, '')
}

function checkStatements(call: CallBuilder, word: Word, index: number): void {
  if (!word.static || word.text.length > 20_000)
    call.gadget(index, 'the statement is not known beforehand, or too long to read')
  else if (destroying.test(code(word.text))) call.gadget(index, 'the statement destroys data or leaves the database')
}

/** Where no statement is given, the program reads them from standard input. */
function needsStatement(call: CallBuilder, given: boolean): void {
  if (!given) call.gadget(-1, 'reads its statements from standard input')
}

export function checkSqlite(call: CallBuilder): void {
  const given = call.parsed.options.filter((option) => option.option.role === 'pattern')
  const statements = call.parsed.operands.slice(1)
  for (const { word, index } of statements) {
    const text = word.text.trim()
    if (text.startsWith('.') && (!harmlessDotCommands.test(text) || text.includes('\n')))
      call.gadget(index, `${text} is a command of the shell`)
    else checkStatements(call, word, index)
    if (/\n\s*\./.test(text)) call.gadget(index, 'holds a command of the shell')
    if (!word.static) continue
    call.data(index)
  }
  for (const { value, valueIndex } of given) if (value !== undefined) checkStatements(call, value, valueIndex)
  needsStatement(call, statements.length + given.length > 0 || call.has('-version'))
}

export function checkPsql(call: CallBuilder): void {
  const statements = call.parsed.options.filter((option) => option.option.role === 'pattern')
  for (const { value, valueIndex } of statements) {
    if (value === undefined) continue
    if (/\\(?!d[a-zA-Z+]*(?:\s|$)|l\+?(?:\s|$)|conninfo|timing|x(?:\s|$)|q(?:\s|$))/.test(code(value.text)))
      call.gadget(valueIndex, 'holds a meta-command')
    else checkStatements(call, value, valueIndex)
  }
  needsStatement(call, statements.length > 0 || call.has('-l', '--list', '-f', '--file'))
}

export function checkMysql(call: CallBuilder): void {
  const statements = call.parsed.options.filter((option) => option.option.role === 'pattern')
  for (const { value, valueIndex } of statements) {
    if (value === undefined) continue
    if (/\\[!.PT]/.test(code(value.text))) call.gadget(valueIndex, 'holds a meta-command')
    else checkStatements(call, value, valueIndex)
  }
  needsStatement(call, statements.length > 0)
}

const redisReading =
  /^(?:get|mget|keys|scan|hget|hgetall|hkeys|hlen|hmget|hscan|lrange|llen|lindex|smembers|scard|sismember|sscan|zrange|zcard|zscore|zscan|exists|ttl|pttl|type|strlen|dbsize|ping|info|time|echo|memory|object|xrange|xlen|xinfo|randomkey|getrange|bitcount|select)$/i
const redisWriting =
  /^(?:set|setex|setnx|mset|hset|hmset|incr|incrby|decr|append|lpush|rpush|lpop|rpop|sadd|srem|zadd|zrem|expire|persist|rename|del|unlink|hdel|publish|xadd)$/i

export function checkRedis(call: CallBuilder): void {
  const [verb] = call.parsed.operands
  if (verb === undefined) {
    needsStatement(call, call.has('--scan', '--bigkeys', '--memkeys', '--hotkeys', '--stat', '--latency'))
    return
  }
  if (!redisReading.test(verb.word.text) && !redisWriting.test(verb.word.text)) {
    call.gadget(verb.index, `${verb.word.text} may destroy data or run scripts`)
  }
}
