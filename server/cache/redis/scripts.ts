// Lua scripts: storing and purging, each as one atomic step.
import { frameAt } from './blob.ts'
import { script } from './evaluate.ts'

export const purgeLogLength = 1000
/** A purge is published even by a Redis that is out of memory and cannot log it. */
export const idOfUnlogged = '0-0'
const purgeLogMs = 7 * 24 * 3_600_000

/** Lua strings are indexed from 1. */
const at = { variant: frameAt.variant + 1, until: frameAt.until + 1 }

/**
 * KEYS epoch, blob, path set, tag sets; ARGV hard epoch, frame, now, most variants, most keys of the path, cache key,
 * prefix of blob keys, longest expiry in ms, content of the response. The sets are sorted by the expiry of their members, by Redis's own clock.
 */
export const storeScript = script(`
  local epoch = redis.call('GET', KEYS[1]) or ''
  if string.match(epoch, '^%S+') ~= ARGV[1] or string.match(epoch, '%S+$') ~= ARGV[9] then return 0 end
  local frame, now, most = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
  local variant = string.sub(frame, ${at.variant}, ${at.variant + 7})
  local frames, ms = { frame }, struct.unpack('>d', frame, ${at.until}) - now
  local old, start = redis.call('GET', KEYS[2]) or '', 1
  while start + ${frameAt.entry} <= #old and #frames < most do
    local length = struct.unpack('>I4', old, start)
    if length < ${frameAt.entry} then break end
    local left = struct.unpack('>d', old, start + ${frameAt.until}) - now
    local other = string.sub(old, start + ${frameAt.variant}, start + ${frameAt.variant + 7})
    if left > 0 and other ~= variant then
      frames[#frames + 1] = string.sub(old, start, start + length - 1)
      ms = math.max(ms, left)
    end
    start = start + length
  end
  ms = math.max(1, math.min(math.ceil(ms), tonumber(ARGV[8])))
  redis.call('SET', KEYS[2], table.concat(frames), 'PX', ms)
  local time = redis.call('TIME')
  local clock = time[1] * 1000 + math.floor(time[2] / 1000)
  for i = 3, #KEYS do
    redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', clock)
    redis.call('ZADD', KEYS[i], clock + ms, ARGV[6])
    if redis.call('PTTL', KEYS[i]) < ms then redis.call('PEXPIRE', KEYS[i], ms) end
  end
  local over = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[5])
  if over > 0 then
    for _, key in ipairs(redis.call('ZRANGE', KEYS[3], 0, over - 1)) do
      redis.call('UNLINK', ARGV[7] .. key)
      redis.call('ZREM', KEYS[3], key)
    end
  end
  return 1`)

const announce = `
  local function announce(log, channel, message)
    local id = redis.pcall('XADD', log, 'MAXLEN', ${purgeLogLength}, '*', 'purge', message)
    if type(id) == 'table' then id = '${idOfUnlogged}' else redis.call('PEXPIRE', log, ${purgeLogMs}) end
    redis.call('PUBLISH', channel, id .. ' ' .. message)
  end`

/**
 * KEYS epoch, set, log; ARGV hard epoch, mode, now as 8 bytes, prefix of the cache keys, prefix of blob keys,
 * channel, message. Returns the number of purged keys, or -1 where the epoch has changed.
 */
export const purgeScript = script(`${announce}
  if string.match(redis.call('GET', KEYS[1]) or '', '^%S+') ~= ARGV[1] then return -1 end
  local never = string.rep('\\0', 8)
  local function mark(blob)
    local size, start = redis.call('STRLEN', blob), 0
    if size == 0 then return 0 end
    while start + ${frameAt.entry} <= size do
      local at, marked = start + ${frameAt.purgedAt}, 0
      -- A second soft purge does not change since when the entry is stale, nor that it is expired.
      if ARGV[2] == 'expire' or redis.call('GETRANGE', blob, at, at + 7) == never then marked = redis.pcall('SETRANGE', blob, at, ARGV[3]) end
      local length = struct.unpack('>I4', redis.call('GETRANGE', blob, start, start + 3))
      -- Out of memory, or not a valid blob.
      if type(marked) == 'table' or length < ${frameAt.entry} then return redis.call('UNLINK', blob) end
      start = start + length
    end
    return 1
  end
  local met = 0
  for _, key in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if string.sub(key, 1, #ARGV[4]) == ARGV[4] then
      local blob = ARGV[5] .. key
      if ARGV[2] ~= 'hard' then met = met + mark(blob)
      else
        met = met + redis.call('UNLINK', blob)
        redis.call('ZREM', KEYS[2], key)
      end
    end
  end
  announce(KEYS[3], ARGV[6], ARGV[7])
  return met`)

/** KEYS epoch; ARGV content. Replaces the last word. */
export const contentScript = script(`
  local others = string.match(redis.call('GET', KEYS[1]) or '', '^(%S+ %S+ %S+ )')
  if others then redis.call('SET', KEYS[1], others .. ARGV[1]) end
  return 1`)

/** KEYS epoch, log; ARGV mode, new hard and soft epoch, now, channel, message, content. */
export const purgeAllScript = script(`${announce}
  local hard = string.match(redis.call('GET', KEYS[1]) or '', '^%S+')
  if ARGV[1] == 'hard' or not hard then hard = ARGV[2] end
  local set = redis.pcall('SET', KEYS[1], hard .. ' ' .. ARGV[3] .. ' ' .. ARGV[4] .. ' ' .. ARGV[7])
  -- Out of memory: without an epoch no blob is found.
  if set.err then redis.call('DEL', KEYS[1]) end
  announce(KEYS[2], ARGV[5], ARGV[6])
  return 0`)
