-- Grants a free lock on one of several independent masters, or tells how long the holder's lease still lasts.
-- KEYS: lock, fence, waiters, end of the attempt
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms, mark of the waiters in ms (0: none),
--       proposed first token (0: this server's clock), quarantine after a start in ms (0: none)
-- Returns: {1, last token, clock} granted; {0, ms left, clock} busy; {2, 0, clock} the attempt has ended before it came; {3, ms left, clock} the server has started too short a time ago
local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[4])
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
if found[3] then
  return {2, 0, clock}
end
if found[1] then
  return held(found[1], clock, '')
end
local quarantine = tonumber(ARGV[8])
if quarantine > 0 then
  -- Whole seconds, so one more than passed at most.
  local up = string.match(redis.call('INFO', 'server'), 'uptime_in_seconds:(%d+)') * 1000
  if up < quarantine + 1000 then
    return {3, quarantine + 1000 - up, clock}
  end
end
local proposed = tonumber(ARGV[7])
if proposed == 0 or not found[2] then
  proposed = math.max(proposed, clock)
end
local first = math.max((tonumber(string.match(found[2] or '', '^%d+')) or 0) + 1, proposed)
local last = string.format('%.0f', first + ARGV[3] - 1)
local lock = last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4]
if not redis.call('SET', KEYS[1], lock, 'PX', ARGV[2], 'NX') then
  return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' holds something that is no lock of this version')
end
redis.call('SET', KEYS[2], last .. ' ' .. ARGV[1], 'PX', ARGV[5])
return {1, tonumber(last), clock}
