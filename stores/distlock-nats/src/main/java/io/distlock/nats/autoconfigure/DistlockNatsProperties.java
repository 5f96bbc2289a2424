// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in NATS.
 *
 * @param servers Servers to connect to, such as
 * "nats://nats1:4222,nats://nats2:4222,nats://nats3:4222", or with "tls". Defaults to the
 * Connection bean.
 * @param bucket Name of the key-value bucket, created on demand.
 * @param username User name, if required. With "servers" only.
 * @param password Password of the user. With "servers" only.
 * @param credentials Credentials file of a user of an account, such as
 * "/etc/nats/locks.creds". With "servers" only.
 * @param sslBundle SSL bundle for "tls". Defaults to the certificates of the JVM. With
 * "servers" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.nats", ignoreUnknownFields = false)
record DistlockNatsProperties(@Nullable String servers, @DefaultValue("distlock") String bucket,
		@Nullable String username, @Nullable String password, @Nullable String credentials,
		@Nullable String sslBundle) {

}
