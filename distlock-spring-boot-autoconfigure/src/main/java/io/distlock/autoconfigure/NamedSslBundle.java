// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * Finds the SSL bundle that a property names.
 *
 * @since 0.1.0
 */
public final class NamedSslBundle {

	private NamedSslBundle() {
	}

	/**
	 * Find the bundle.
	 * @param property the property, for messages
	 * @param name its value
	 * @param bundles the bundles of the application
	 * @return the bundle, {@code null} if the property names none
	 * @throws LockConfigurationException if there is no bundle of that name
	 */
	public static @Nullable SslBundle find(String property, @Nullable String name, ObjectProvider<SslBundles> bundles) {
		if (!StringUtils.hasText(name)) {
			return null;
		}
		SslBundles known = bundles.getIfAvailable();
		try {
			if (known != null) {
				return known.getBundle(name);
			}
		}
		catch (NoSuchSslBundleException ex) {
			// Reported below.
		}
		throw new LockConfigurationException(
				"'%s' is '%s', but the application has no such SSL bundle.".formatted(property, name),
				"Define it below spring.ssl.bundle, or correct the name.");
	}

}
