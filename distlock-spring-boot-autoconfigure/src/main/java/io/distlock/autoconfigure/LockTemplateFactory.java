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

package io.distlock.autoconfigure;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Makes the {@link LockTemplate}s of an application: the bean, and those that locked
 * methods with a provider of their own use.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockTemplateFactory {

	/**
	 * Make a template.
	 * @param engine acquires the locks
	 * @param scope decides when locks are released
	 * @param fenced checks fencing tokens, {@code null} if there is nothing that does
	 * @return the template
	 */
	LockTemplate create(LockEngine engine, LockScope scope, @Nullable FencedCalls fenced);

}
