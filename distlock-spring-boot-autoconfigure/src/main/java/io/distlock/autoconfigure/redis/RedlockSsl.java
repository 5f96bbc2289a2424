// SPDX-License-Identifier: Apache-2.0

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
