-- Most locks are free, and no other node waits for them. What is below concerns all others, and those of whose holders the
-- hash still has something.
local value = redis.call('GET', KEYS[1])
local token, since, owner = string.match(value or '', '^([0-8]%d+) ([0-8]%d+) =(%S+)$')
if owner and #ARGV == 6 and #token == 16 and #since == 16 and owner ~= ARGV[1] then
  local permits = (ARGV[5] ~= '0') and ARGV[5] .. ' ' .. ARGV[6] .. ' '
  local beside = redis.call('HGETALL', KEYS[3])
  if #beside == 0 or permits and #beside == 2 and beside[1] == '!permits'
      and string.find(beside[2], permits, 1, true) == 1 then
    local time = redis.call('TIME')
    local now, ttl = time[1] * 1000 + time[2] / 1000, ARGV[2] + ARGV[3]
    if permits then
      token = string.format('%016.0f', math.max(token + 1, since, math.floor(now * 1000)))
      redis.call('HSET', KEYS[3], ARGV[1], string.format('%.0f ', now + ARGV[2]) .. token .. ' ' .. ARGV[4],
        '!permits', permits .. string.format('%.0f', now + 60000))
    else
      token = (since > token) and since or token
      redis.call('HSET', KEYS[3], ARGV[1], string.format('%.0f ', now + ARGV[2]) .. token .. ' ' .. ARGV[4])
    end
    redis.call('SET', KEYS[1], token .. ' ' .. since .. ' ~ - ' .. ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4], 'PX', ttl)
    redis.call('PEXPIRE', KEYS[3], ttl)
    return tonumber(token)
  end
end
