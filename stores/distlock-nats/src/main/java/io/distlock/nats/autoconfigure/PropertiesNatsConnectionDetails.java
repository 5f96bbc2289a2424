// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.util.Objects;

import io.distlock.autoconfigure.store.ClientCandidate;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Connection details from {@code distlock.nats.*}.
 *
 * @param properties the properties
 * @param bundles the bundles of the application
 */
record PropertiesNatsConnectionDetails(DistlockNatsProperties properties,
		ObjectProvider<SslBundles> bundles) implements NatsConnectionDetails {

	@Override
	public String getServers() {
		return Objects.requireNonNullElse(this.properties.servers(), "");
	}

	@Override
	public @Nullable String getUsername() {
		return this.properties.username();
	}

	@Override
	public @Nullable String getPassword() {
		return this.properties.password();
	}

	@Override
	public @Nullable String getCredentials() {
		return this.properties.credentials();
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		return ClientCandidate.sslBundle("distlock.nats.ssl-bundle", this.properties.sslBundle(), this.bundles);
	}

}
