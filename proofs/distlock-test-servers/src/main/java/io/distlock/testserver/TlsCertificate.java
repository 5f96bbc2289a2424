// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A certificate of a server at 127.0.0.1 that no authority has signed, with its key, in
 * files.
 */
public final class TlsCertificate {

	static final String PASSWORD = "changeit";

	private static final Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes());

	private final Path folder = ServerFiles.newDataFolder("tls");

	/**
	 * Create a certificate that is valid for two days.
	 */
	public TlsCertificate() {
		try {
			Files.createDirectories(this.folder);
			Lifeline.run(
					List.of(keytool(), "-genkeypair", "-alias", "redis", "-keyalg", "RSA", "-keysize", "2048",
							"-validity", "2", "-dname", "CN=redis", "-ext", "SAN=ip:127.0.0.1", "-storetype", "PKCS12",
							"-keystore", store().toString(), "-storepass", PASSWORD),
					this.folder.resolve("keytool.log"), Map.of());
			write(store());
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException("Could not create a certificate", ex);
		}
	}

	/**
	 * Return the certificate, as PEM.
	 * @return the file
	 */
	public Path certificate() {
		return this.folder.resolve("redis.crt");
	}

	/**
	 * Return the options of a Redis server that shows this certificate.
	 * @param port where it listens for encrypted connections
	 * @return the options
	 */
	public String[] redisOptions(int port) {
		return new String[] { "--tls-port", String.valueOf(port), "--tls-cert-file", certificate().toString(),
				"--tls-key-file", key().toString(), "--tls-auth-clients", "no" };
	}

	/**
	 * Return the options of an etcd server that shows this certificate.
	 * @return the options
	 */
	List<String> etcdOptions() {
		return List.of("--cert-file", certificate().toString(), "--key-file", key().toString());
	}

	/**
	 * Return the options of a NATS server that shows this certificate.
	 * @return the options
	 */
	List<String> natsOptions() {
		return List.of("--tls", "--tlscert", certificate().toString(), "--tlskey", key().toString());
	}

	/**
	 * Return a port that is free at present.
	 * @return the port
	 */
	public static int freePort() {
		return ServerFiles.freePort();
	}

	Path store() {
		return this.folder.resolve("store.p12");
	}

	static String keytool() {
		return Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
	}

	private Path key() {
		return this.folder.resolve("redis.key");
	}

	private void write(Path file) throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(file)) {
			store.load(in, PASSWORD.toCharArray());
		}
		Files.writeString(certificate(), pem("CERTIFICATE", store.getCertificate("redis").getEncoded()));
		Files.writeString(key(), pem("PRIVATE KEY", store.getKey("redis", PASSWORD.toCharArray()).getEncoded()));
	}

	private static String pem(String type, byte[] content) {
		return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(type, encoder.encodeToString(content));
	}

}
