// Lua scripts of the Redis outbox: a stream of keys, a hash for each key, sorted sets of the refused and the stored ones.
import { script } from '../cache/redis/evaluate.ts'

/** Milliseconds by the clock of Redis, which all servers share. */
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

/** Copies for the channels: KEYS from an index on are the stream and the hash of each. */
const addCopies = `
local function addCopies(from, digest, key, due, fields)
  for at = from, #KEYS, 2 do
    local state = redis.call('HGET', KEYS[at + 1], 'state')
    if not state or state == 'delivered' then
      redis.call('DEL', KEYS[at + 1])
      local copy = redis.call('XADD', KEYS[at], '*', 'key', key)
      redis.call('HSET', KEYS[at + 1], 'digest', digest, 'state', 'waiting', 'attempts', 0, 'entry', copy, 'next_at', due,
        unpack(fields))
      redis.call('HSET', KEYS[at + 1], 'fingerprint', '')
    end
  end
end`

/**
 * KEYS stream, hash, former hash, then stream and hash of each copy. ARGV group, consumer, digest, key, former key, lease,
 * then fields and values.
 */
export const addScript = script(`${redisNow}${knownRow}${addCopies}
if ARGV[5] ~= '' and redis.call('EXISTS', KEYS[3]) == 1 then return known(KEYS[3], ARGV[5]) end
local digest = redis.call('HGET', KEYS[2], 'digest')
if digest then
  if digest ~= ARGV[3] then return {'reused'} end
  return known(KEYS[2], ARGV[4])
end
local fields, due = {unpack(ARGV, 7)}, now() + ARGV[6]
redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
local entry = redis.call('XADD', KEYS[1], '*', 'key', ARGV[4])
redis.call('HSET', KEYS[2], 'digest', ARGV[3], 'state', 'waiting', 'attempts', 1, 'entry', entry, 'next_at', due, unpack(fields))
redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', 1000, 'STREAMS', KEYS[1], '>')
addCopies(4, ARGV[3], ARGV[4], due, fields)
return {'added'}`)

/**
 * KEYS stream, hash, refused, stored, then stream and hash of each copy. ARGV group, digest, key, time of receipt, then fields and
 * values.
 */
export const storeScript = script(`${redisNow}${knownRow}${addCopies}
local row = redis.call('HMGET', KEYS[2], 'digest', 'state', 'entry')
if row[1] and row[1] ~= ARGV[2] then return {'reused'} end
local fields = {unpack(ARGV, 5)}
if row[2] ~= 'stored' then
  redis.call('HSET', KEYS[2], 'digest', ARGV[2], 'attempts', 0, 'next_at', 0, unpack(fields))
  redis.call('HSET', KEYS[2], 'state', 'stored', 'status', '', 'answer', '')
  redis.call('PERSIST', KEYS[2])
  redis.call('ZADD', KEYS[4], ARGV[4], ARGV[3])
  redis.call('ZREM', KEYS[3], ARGV[3])
end
if row[2] == 'waiting' then
  redis.pcall('XACK', KEYS[1], ARGV[1], row[3])
  redis.call('XDEL', KEYS[1], row[3])
end
if row[1] then return known(KEYS[2], ARGV[3]) end
addCopies(5, ARGV[2], ARGV[3], now(), fields)
return {'added'}`)

/** KEYS stream and hash of each copy. ARGV group, consumer, lease, kind of the outcome. After the first attempt. */
export const releaseScript = script(`
for at = 1, #KEYS, 2 do
  local row = redis.call('HMGET', KEYS[at + 1], 'state', 'attempts', 'entry')
  if row[1] == 'waiting' and ARGV[4] == 'returned' then
    redis.pcall('XACK', KEYS[at], ARGV[1], row[3])
    redis.call('XDEL', KEYS[at], row[3])
    redis.call('DEL', KEYS[at + 1])
  elseif row[1] == 'waiting' and row[2] == '0' then
    redis.call('HSET', KEYS[at + 1], 'next_at', 0)
    redis.pcall('XCLAIM', KEYS[at], ARGV[1], ARGV[2], 0, row[3], 'IDLE', ARGV[3], 'JUSTID')
  end
end
return 1`)

/**
 * KEYS stream. ARGV group, consumer, key prefix of the hashes, lease, most, the longest pause. Returns the hashes that
 * are due, and the keys without a hash. A time beyond the longest pause was written by another clock, and is due.
 */
export const claimScript = script(`${redisNow}
redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
local entries = {}
local new = redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', ARGV[5], 'STREAMS', KEYS[1], '>')
if new then for _, entry in ipairs(new[1][2]) do table.insert(entries, entry) end end
local idle = redis.call('XAUTOCLAIM', KEYS[1], ARGV[1], ARGV[2], ARGV[4], '0-0', 'COUNT', ARGV[5])
for _, entry in ipairs(idle[2]) do table.insert(entries, entry) end
local due, missing = {}, {}
for _, entry in ipairs(entries) do
  local name = ARGV[3] .. entry[2][2]
  local row = redis.call('HMGET', name, 'state', 'next_at')
  if row[1] ~= 'waiting' then
    if not row[1] then table.insert(missing, entry[2][2]) end
    redis.call('XACK', KEYS[1], ARGV[1], entry[1])
    redis.call('XDEL', KEYS[1], entry[1])
  elseif tonumber(row[2]) <= now() or tonumber(row[2]) > now() + ARGV[6] then
    redis.call('HINCRBY', name, 'attempts', 1)
    redis.call('HSET', name, 'next_at', now() + ARGV[4])
    table.insert(due, redis.call('HGETALL', name))
  end
end
return {due, missing}`)

/** KEYS stream, hash. ARGV group, consumer, lease, pause. A pause shorter than the lease is set as the entry's idle time. */
export const failScript = script(`${redisNow}
local entry = redis.call('HGET', KEYS[2], 'entry')
if not entry then return 0 end
redis.call('HSET', KEYS[2], 'next_at', now() + ARGV[4])
local idle = math.max(0, tonumber(ARGV[3]) - tonumber(ARGV[4]))
redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, entry, 'IDLE', idle, 'JUSTID')
return 1`)

/** KEYS stream, hash, refused. ARGV group, state, key, status, response body, key lifetime. */
export const settleScript = script(`
local row = redis.call('HMGET', KEYS[2], 'state', 'entry', 'received_at')
if row[1] ~= 'waiting' then return 0 end
redis.call('XACK', KEYS[1], ARGV[1], row[2])
redis.call('XDEL', KEYS[1], row[2])
if ARGV[2] == 'returned' then return redis.call('DEL', KEYS[2]) end
redis.call('HSET', KEYS[2], 'state', ARGV[2], 'status', ARGV[4], 'answer', ARGV[5], 'fingerprint', '')
if ARGV[2] == 'refused' then
  redis.call('ZADD', KEYS[3], row[3], ARGV[3])
  return 1
end
redis.call('HSET', KEYS[2], 'body', '')
return redis.call('PEXPIRE', KEYS[2], ARGV[6])`)

/** KEYS stream, refused. ARGV group, consumer, key prefix of the hashes, lease. */
export const retryScript = script(`
local count = 0
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local name = ARGV[3] .. entry[2][2]
  local isThere = redis.call('EXISTS', name)
  if isThere == 1 then redis.call('HSET', name, 'next_at', 0, 'attempts', 0) end
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, entry[1], 'IDLE', ARGV[4], 'JUSTID')
  count = count + isThere
end
for _, key in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local name = ARGV[3] .. key
  local isThere = redis.call('EXISTS', name)
  local entry = redis.call('XADD', KEYS[1], '*', 'key', key)
  if isThere == 1 then redis.call('HSET', name, 'state', 'waiting', 'next_at', 0, 'attempts', 0, 'entry', entry) end
  count = count + isThere
end
redis.call('DEL', KEYS[2])
return count`)

/** KEYS refused, stored. ARGV key prefix of the hashes, time. */
export const dropScript = script(`
local count = 0
for _, set in ipairs(KEYS) do
  local old = redis.call('ZRANGEBYSCORE', set, '-inf', '(' .. ARGV[2])
  for _, key in ipairs(old) do redis.call('DEL', ARGV[1] .. key) end
  redis.call('ZREMRANGEBYSCORE', set, '-inf', '(' .. ARGV[2])
  count = count + #old
end
return count`)

/** KEYS stream. ARGV group, key prefix of the hashes, time: an entry id starts with the time at which it was added. */
export const dropWaitingScript = script(`
local old = redis.call('XRANGE', KEYS[1], '-', ARGV[3] - 1)
for _, entry in ipairs(old) do
  redis.call('DEL', ARGV[2] .. entry[2][2])
  redis.pcall('XACK', KEYS[1], ARGV[1], entry[1])
  redis.call('XDEL', KEYS[1], entry[1])
end
return #old`)

/** KEYS counter. ARGV window in milliseconds. */
export const countScript = script(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`)
