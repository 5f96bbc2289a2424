/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.consul;

import io.distlock.line.LineLockProvider;

/**
 * Locks and jobs in Consul. The index of the change that made a place in line is the
 * fencing token, which rises over the whole store. Places belong to a session of Consul
 * that locks of about the same duration share, and which lives for ten seconds at least;
 * Consul ends it up to that much later than it might.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ConsulLockProvider extends LineLockProvider {

	/**
	 * Create a provider. It sends nothing before the first lock.
	 * @param client the client
	 * @param settings the settings
	 */
	public ConsulLockProvider(ConsulClient client, ConsulLockSettings settings) {
		super(new ConsulLineStore(client), settings.rootPath());
	}

	@Override
	public String name() {
		return "consul";
	}

}
