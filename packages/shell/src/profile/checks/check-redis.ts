import type { CallBuilder } from '../call-builder.ts'

const redisReading =
  /^(?:get|mget|keys|scan|hget|hgetall|hkeys|hlen|hmget|hscan|lrange|llen|lindex|smembers|scard|sismember|sscan|zrange|zcard|zscore|zscan|exists|ttl|pttl|type|strlen|dbsize|ping|info|time|echo|memory|object|xrange|xlen|xinfo|randomkey|getrange|bitcount|select)$/i
const redisWriting =
  /^(?:set|setex|setnx|mset|hset|hmset|incr|incrby|decr|append|lpush|rpush|lpop|rpop|sadd|srem|zadd|zrem|expire|persist|rename|del|unlink|hdel|publish|xadd)$/i

export function checkRedis(call: CallBuilder): void {
  const [verb] = call.parsed.operands
  if (verb === undefined) {
    if (!call.has('--scan', '--bigkeys', '--memkeys', '--hotkeys', '--stat', '--latency'))
      call.gadget(-1, 'reads its commands from standard input')
    return
  }
  if (!redisReading.test(verb.word.text) && !redisWriting.test(verb.word.text)) {
    call.gadget(verb.index, `${verb.word.text} may destroy data or run scripts`)
  }
}
