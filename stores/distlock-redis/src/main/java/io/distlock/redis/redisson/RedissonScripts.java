// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ScriptCall;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RScriptAsync;

/**
 * Sends scripts in the names that other clients know: Redisson maps a key that is a text,
 * and leaves one alone that is bytes. It still maps the key by which it picks the master;
 * should that lead it to another one, the server sends it on.
 */
final class RedissonScripts {

	private RedissonScripts() {
	}

	static CompletableFuture<Object> evalSha(RScriptAsync scripts, ScriptCall call) {
		return scripts
			.<Object>evalShaAsync(call.keys().get(0), Mode.READ_WRITE, call.script().sha1(), ReturnType.LIST,
					keys(call), call.arguments().toArray())
			.toCompletableFuture();
	}

	static CompletableFuture<Object> eval(RScriptAsync scripts, ScriptCall call) {
		return scripts
			.<Object>evalAsync(call.keys().get(0), Mode.READ_WRITE, call.script().text(), ReturnType.LIST, keys(call),
					call.arguments().toArray())
			.toCompletableFuture();
	}

	private static List<Object> keys(ScriptCall call) {
		return call.keys().stream().<Object>map(RedisReplies::bytes).toList();
	}

}
