// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import java.util.Objects;

import io.distlock.autoconfigure.store.ClientCandidate;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Connection details from {@code distlock.consul.*}.
 *
 * @param properties the properties
 * @param bundles the bundles of the application
 */
record PropertiesConsulConnectionDetails(DistlockConsulProperties properties,
		ObjectProvider<SslBundles> bundles) implements ConsulConnectionDetails {

	@Override
	public String getUrl() {
		return Objects.requireNonNullElse(this.properties.url(), "");
	}

	@Override
	public @Nullable String getToken() {
		return this.properties.token();
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		return ClientCandidate.sslBundle("distlock.consul.ssl-bundle", this.properties.sslBundle(), this.bundles);
	}

}
