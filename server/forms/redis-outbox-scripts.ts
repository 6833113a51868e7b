// Lua scripts of the Redis outbox: a hash for each key; sorted sets of those that wait, by the time at which they are due, and of the
// refused and the stored ones, by their receipt. Times are milliseconds by the clock of Redis, which all servers share.
import { script } from './evaluate.ts'

const redisNow = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`

/** The first submission of a key. A write, so that WAIT after it waits for it, which perhaps came over another connection. */
const knownRow = `
local function known(name, key)
  redis.call('HINCRBY', name, 'repeats', 1)
  local row = redis.call('HMGET', name, 'state', 'status', 'answer')
  return {'known', key, row[1], row[2] or '', row[3] or ''}
end`

/** Adds a submission that waits, and its copies for the channels, whose sets and hashes are KEYS from an index on. */
const addRows = `${redisNow}
local function addRow(set, name, key, attempts, due, fields)
  redis.call('HSET', name, 'state', 'waiting', 'attempts', attempts, 'added_at', now(), unpack(fields))
  redis.call('ZADD', set, due, key)
end
local function addCopies(from, key, due, fields)
  for at = from, #KEYS, 2 do
    local state = redis.call('HGET', KEYS[at + 1], 'state')
    if not state or state == 'delivered' then
      redis.call('DEL', KEYS[at + 1])
      addRow(KEYS[at], KEYS[at + 1], key, 0, due, fields)
      redis.call('HSET', KEYS[at + 1], 'fingerprint', '')
    end
  end
end`

/** KEYS waiting, hash, former hash, then those of the copies. ARGV digest, key, former key, lease, then fields and values. */
export const addScript = script(`${addRows}${knownRow}
if ARGV[3] ~= '' and redis.call('EXISTS', KEYS[3]) == 1 then return known(KEYS[3], ARGV[3]) end
local digest = redis.call('HGET', KEYS[2], 'digest')
if digest then return digest == ARGV[1] and known(KEYS[2], ARGV[2]) or {'reused'} end
local fields, due = {unpack(ARGV, 5)}, now() + ARGV[4]
addRow(KEYS[1], KEYS[2], ARGV[2], 1, due, fields)
addCopies(4, ARGV[2], due, fields)
return {'added'}`)

/** KEYS waiting, hash, refused, stored, then those of the copies. ARGV digest, key, time of receipt, then fields and values. */
export const storeScript = script(`${addRows}${knownRow}
local row, fields = redis.call('HMGET', KEYS[2], 'digest', 'state'), {unpack(ARGV, 4)}
if row[1] and row[1] ~= ARGV[1] then return {'reused'} end
if row[2] ~= 'stored' then
  redis.call('HSET', KEYS[2], 'state', 'stored', 'attempts', 0, 'status', '', 'answer', '', unpack(fields))
  redis.call('PERSIST', KEYS[2])
  redis.call('ZREM', KEYS[1], ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[2])
end
if row[1] then return known(KEYS[2], ARGV[2]) end
addCopies(5, ARGV[2], now(), fields)
return {'added'}`)

/**
 * KEYS waiting. ARGV key prefix of the hashes, lease, most, the longest pause. Returns the keys that are due,
 * and those without a hash. A time beyond the longest pause was written by another clock, and is due.
 */
export const claimScript = script(`${redisNow}
local due, missing = {}, {}
for _, range in ipairs({{'-inf', now()}, {now() + ARGV[4], '+inf'}}) do
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], range[1], range[2], 'LIMIT', 0, ARGV[3])) do
    local name = ARGV[1] .. key
    local state = redis.call('HGET', name, 'state')
    if state == 'waiting' then
      redis.call('HINCRBY', name, 'attempts', 1)
      redis.call('ZADD', KEYS[1], now() + ARGV[2], key)
      table.insert(due, key)
    else
      if not state then table.insert(missing, key) end
      redis.call('ZREM', KEYS[1], key)
    end
  end
end
return {due, missing}`)

/**
 * KEYS waiting, hash, refused, then those of the copies. ARGV kind of the outcome, key, status, response body, key lifetime, pause.
 * After the first attempt the copies are due, unless the visitor was shown a rejection.
 */
export const settleScript = script(`${redisNow}
local kind, key = ARGV[1], ARGV[2]
local row = redis.call('HMGET', KEYS[2], 'state', 'received_at')
if row[1] ~= 'waiting' then return end
if kind == 'failed' then redis.call('ZADD', KEYS[1], now() + ARGV[6], key) else redis.call('ZREM', KEYS[1], key) end
if kind == 'returned' then redis.call('DEL', KEYS[2]) end
if kind == 'refused' or kind == 'delivered' then
  redis.call('HSET', KEYS[2], 'state', kind, 'status', ARGV[3], 'answer', ARGV[4], 'fingerprint', '')
end
if kind == 'refused' then redis.call('ZADD', KEYS[3], row[2], key) end
if kind == 'delivered' then
  redis.call('HSET', KEYS[2], 'body', '')
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
for at = 4, #KEYS, 2 do
  local copy = redis.call('HMGET', KEYS[at + 1], 'state', 'attempts')
  if copy[1] == 'waiting' and kind == 'returned' then
    redis.call('ZREM', KEYS[at], key)
    redis.call('DEL', KEYS[at + 1])
  elseif copy[1] == 'waiting' and copy[2] == '0' then
    redis.call('ZADD', KEYS[at], now(), key)
  end
end`)

/** KEYS waiting, refused. ARGV key prefix of the hashes. Returns the numbers, and the age of the oldest of the first that are due. */
export const usageScript = script(`${redisNow}
local oldest = now()
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, 999)) do
  oldest = math.min(oldest, tonumber(redis.call('HGET', ARGV[1] .. key, 'added_at') or oldest))
end
return {redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), now() - oldest}`)

/** KEYS waiting, refused. ARGV key prefix of the hashes. */
export const retryScript = script(`${redisNow}
local count = 0
for _, set in ipairs(KEYS) do
  for _, key in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    local isThere = redis.call('EXISTS', ARGV[1] .. key)
    if isThere == 1 then redis.call('HSET', ARGV[1] .. key, 'state', 'waiting', 'attempts', 0) end
    if isThere == 1 and set ~= KEYS[1] then redis.call('HSET', ARGV[1] .. key, 'added_at', now()) end
    redis.call('ZADD', KEYS[1], 0, key)
    count = count + isThere
  end
end
redis.call('DEL', KEYS[2])
return count`)

/** KEYS sets. ARGV key prefix of the hashes, time. */
export const dropScript = script(`
local count = 0
for _, set in ipairs(KEYS) do
  for _, key in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    if tonumber(redis.call('HGET', ARGV[1] .. key, 'received_at') or 0) < tonumber(ARGV[2]) then
      redis.call('ZREM', set, key)
      count = count + redis.call('DEL', ARGV[1] .. key)
    end
  end
end
return count`)

/** KEYS counter. ARGV window in milliseconds. */
export const countScript = script(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`)
