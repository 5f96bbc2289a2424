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

package io.distlock.etcd;

import io.distlock.line.LineLockProvider;
import io.etcd.jetcd.Client;

/**
 * Locks and jobs in etcd. The revision that made a place in line is the fencing token,
 * which rises over the whole store. Places belong to a lease of etcd that locks of about
 * the same duration share.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class EtcdLockProvider extends LineLockProvider {

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param client the client, never closed here
	 * @param settings the settings
	 */
	public EtcdLockProvider(Client client, EtcdLockSettings settings) {
		super(new EtcdLineStore(client), settings.rootPath());
	}

	@Override
	public String name() {
		return "etcd";
	}

}
