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

package io.distlock.faults.fault;

import io.distlock.faults.store.ForgetfulStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The store is killed without notice, and started again with nothing.
 *
 * @since 0.1.0
 */
public final class ForgottenData implements Fault {

	@Override
	public String name() {
		return "forget-data";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ForgetfulStore) ? null : "it keeps its data";
	}

	@Override
	public boolean losesLocks(Store store) {
		return !((ForgetfulStore) store).quarantines();
	}

	@Override
	public Strike plan(Scene scene) {
		ForgetfulStore store = (ForgetfulStore) scene.store();
		return Strike.of(name(), "the store loses its data", store::kill, store::restartEmpty);
	}

}
