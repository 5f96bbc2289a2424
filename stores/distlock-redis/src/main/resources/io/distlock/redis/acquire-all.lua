-- Grants several locks if all of them are free, and touches none of them otherwise.
-- KEYS: of each lock: lock, fence, end of the attempt
-- ARGV: owner, lease in ms, tokens, holder, retention of the fence in ms
-- Returns: {1, last token of each} granted; {0} busy; {2} the attempt has ended before it came
local mine = {}
for i = 1, #KEYS, 3 do
  local found = redis.call('MGET', KEYS[i], KEYS[i + 2])
  if found[2] then
    return {2}
  end
  if found[1] then
    local last, owner = string.match(found[1], '^(%d+) %d+ (%S+) ')
    if owner ~= ARGV[1] then
      return {0}
    end
    mine[i] = last
  elseif redis.call('EXISTS', KEYS[i]) == 1 then
    return redis.error_reply('WRONGTYPE the key of the lock holds something else')
  end
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local reply = {1}
for i = 1, #KEYS, 3 do
  local last = mine[i]
  if last then
    redis.call('PEXPIRE', KEYS[i], ARGV[2])
  else
    local fence = string.match(redis.call('GET', KEYS[i + 1]) or '', '^%d+')
    last = string.format('%.0f', math.max((tonumber(fence) or 0) + 1, now) + ARGV[3] - 1)
    redis.call('SET', KEYS[i], last .. ' ' .. ARGV[2] .. ' ' .. ARGV[1] .. ' ' .. ARGV[4], 'PX', ARGV[2])
    redis.call('SET', KEYS[i + 1], last .. ' ' .. ARGV[1], 'PX', ARGV[5])
  end
  reply[#reply + 1] = tonumber(last)
end
return reply
