// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for Redlock are not shown.
 */
class SecretsTests extends SecretsContract {

	@Override
	protected List<String> unreachable() {
		return List
			.of("distlock.provider=redis distlock.redis.redlock.nodes=redis://app:hidden1@127.0.0.1:1,redis://:hidden2@127.0.0.1:2,"
					+ "redis://127.0.0.1:3 spring.data.redis.password=hidden3");
	}

	@Override
	protected List<String> malformed() {
		return List.of(
				"distlock.provider=redis distlock.redis.redlock.nodes=redis://:pa/hidden@127.0.0.1:1,redis://h:2,redis://h:3",
				"distlock.provider=redis distlock.redis.redlock.nodes=app:hidden@127.0.0.1:1,redis://h:2,redis://h:3",
				"distlock.provider=redis distlock.redis.redlock.factories=redis://:hidden@127.0.0.1:1,redis://h:2,redis://h:3");
	}

}
