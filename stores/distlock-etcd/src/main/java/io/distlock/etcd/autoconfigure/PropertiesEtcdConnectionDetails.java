// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import java.util.Objects;

import io.distlock.autoconfigure.store.ClientCandidate;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Connection details from {@code distlock.etcd.*}.
 *
 * @param properties the properties
 * @param bundles the bundles of the application
 */
record PropertiesEtcdConnectionDetails(DistlockEtcdProperties properties,
		ObjectProvider<SslBundles> bundles) implements EtcdConnectionDetails {

	@Override
	public String getEndpoints() {
		return Objects.requireNonNullElse(this.properties.endpoints(), "");
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
	public @Nullable SslBundle getSslBundle() {
		return ClientCandidate.sslBundle("distlock.etcd.ssl-bundle", this.properties.sslBundle(), this.bundles);
	}

}
