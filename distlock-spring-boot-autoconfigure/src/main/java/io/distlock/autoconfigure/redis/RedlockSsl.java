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

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Whom encrypted connections trust: the SSL bundle that the application names for its own
 * Redis, or else what the JVM trusts.
 */
final class RedlockSsl {

	private static final String PROPERTY = "spring.data.redis.ssl.bundle";

	private final Environment environment;

	private final ObjectProvider<SslBundles> bundles;

	RedlockSsl(Environment environment, ObjectProvider<SslBundles> bundles) {
		this.environment = environment;
		this.bundles = bundles;
	}

	/**
	 * Return the bundle.
	 * @return the bundle, {@code null} if the application names none
	 */
	@Nullable SslBundle bundle() {
		String name = this.environment.getProperty(PROPERTY);
		if (!StringUtils.hasText(name)) {
			return null;
		}
		SslBundles known = this.bundles.getIfAvailable();
		if (known == null) {
			throw new LockConfigurationException(
					"'%s' is '%s', but the application has no SSL bundles.".formatted(PROPERTY, name),
					"Define the bundle by spring.ssl.bundle, and do not exclude SslAutoConfiguration.");
		}
		return known.getBundle(name);
	}

}
